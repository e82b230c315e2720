import { idleWithout, missingFor } from '@windlass/shared-kit/contract/permissionNeeds'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { usePermissionTexts } from '@windlass/shared-kit/permission'
import { Button, Checkbox } from 'antd'
import type { PermissionDraft } from './permissionDraft.ts'

interface Props {
  id: number
  /** Its name, or its key when nobody knows it. */
  label: string
  draft: PermissionDraft
}

/** One permission: whether the role grants it, what it needs beside itself, and what would do nothing without it. */
export function PermissionBox({ id, label, draft }: Props) {
  const { t } = useTranslation('settings')
  const { before, chosen, held, other, mayChange, onChange } = draft
  const isChosen = chosen.has(id)
  const isDifferent = other !== undefined && other.ids.has(id) !== isChosen
  return (
    <div className="permission-box">
      <Checkbox
        className={isChosen === before.has(id) ? undefined : 'permission-changed'}
        checked={isChosen}
        disabled={!mayChange(id)}
        onChange={(event) => onChange([id], event.target.checked)}
      >
        {label}
        {!held.has(id) && (
          <small className="permission-lacking" title={t('role.lackingHint')}>
            {t('role.lacking')}
          </small>
        )}
      </Checkbox>
      {isDifferent && (
        <small className="permission-note permission-different">
          {t(isChosen ? 'role.onlyHere' : 'role.onlyThere', { name: other.name })}
        </small>
      )}
      {isChosen ? <Needed id={id} draft={draft} /> : <Needing id={id} draft={draft} />}
    </div>
  )
}

/** What a chosen permission lacks to have an effect, and the offer to grant that as well. */
function Needed({ id, draft: { chosen, mayChange, onChange } }: Omit<Props, 'label'>) {
  const { t } = useTranslation('settings')
  const { nameOf } = usePermissionTexts()
  const missing = missingFor(id, chosen)
  if (missing.length === 0) return null
  return (
    <small className="permission-note">
      {t('role.needs', { names: missing.map(nameOf).join(', ') })}{' '}
      {missing.every(mayChange) && (
        <Button size="small" type="link" onClick={() => onChange(missing, true)}>
          {t('role.tickNeeded', { count: missing.length })}
        </Button>
      )}
    </small>
  )
}

/** What does nothing as long as this is not granted, and the offer to take it away as well. */
function Needing({ id, draft: { chosen, mayChange, onChange } }: Omit<Props, 'label'>) {
  const { t } = useTranslation('settings')
  const { nameOf } = usePermissionTexts()
  const idle = idleWithout(id, chosen)
  if (idle.length === 0) return null
  return (
    <small className="permission-note">
      {t('role.idleWithout', { names: idle.map(nameOf).join(', ') })}{' '}
      {idle.every(mayChange) && (
        <Button size="small" type="link" onClick={() => onChange(idle, false)}>
          {t('role.untickIdle', { count: idle.length })}
        </Button>
      )}
    </small>
  )
}
