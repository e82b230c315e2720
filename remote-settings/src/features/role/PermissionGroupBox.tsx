import { useTranslation } from '@windlass/shared-kit/i18n'
import { Checkbox } from 'antd'
import type { PermissionBlock } from './permissionGroups.ts'

interface Props {
  block: PermissionBlock
  before: ReadonlySet<number>
  chosen: ReadonlySet<number>
  /** What the person in front of the screen may do. */
  held: ReadonlySet<number>
  mayChange: (id: number) => boolean
  onChange: (ids: readonly number[], isChosen: boolean) => void
}

/** One heading with a box of three states, and a box for each permission below it. */
export function PermissionGroupBox({ block, before, chosen, held, mayChange, onChange }: Props) {
  const { t } = useTranslation('settings')
  const ids = block.members.map(({ id }) => id)
  const count = ids.filter((id) => chosen.has(id)).length
  const changeable = ids.filter(mayChange)
  const title = t(`permissionGroup.${block.key}`, block.key)
  return (
    <fieldset className="permission-group">
      <legend className="wl-hidden">{title}</legend>
      <Checkbox
        className="permission-heading"
        checked={count === ids.length}
        indeterminate={count > 0 && count < ids.length}
        disabled={changeable.length === 0}
        // Also from "some", the first click gives all that can be given; only from there it takes away.
        onChange={() =>
          onChange(
            ids,
            changeable.some((id) => !chosen.has(id)),
          )
        }
      >
        <b>{title}</b> <span className="wl-faint">{t('role.chosenOf', { count, all: ids.length })}</span>
      </Checkbox>
      <div className="permission-boxes">
        {block.members.map(({ id, key }) => (
          <Checkbox
            key={id}
            className={chosen.has(id) === before.has(id) ? undefined : 'permission-changed'}
            checked={chosen.has(id)}
            disabled={!mayChange(id)}
            onChange={(event) => onChange([id], event.target.checked)}
          >
            {t(`permission.${key}`, key)}
            {!held.has(id) && (
              <small className="permission-lacking" title={t('role.lackingHint')}>
                {t('role.lacking')}
              </small>
            )}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}
