import { useTranslation } from '@windlass/shared-kit/i18n'
import { usePermissionTexts } from '@windlass/shared-kit/permission'
import { Checkbox } from 'antd'
import { PermissionBox } from './PermissionBox.tsx'
import type { PermissionDraft } from './permissionDraft.ts'
import type { PermissionBlock } from './permissionGroups.ts'

interface Props {
  block: PermissionBlock
  draft: PermissionDraft
}

/** One heading with a box of three states, and a box for each permission below it. */
export function PermissionGroupBox({ block, draft }: Props) {
  const { t } = useTranslation('settings')
  const { text, groupName } = usePermissionTexts()
  const { chosen, mayChange, onChange } = draft
  const ids = block.members.map(({ id }) => id)
  const count = ids.filter((id) => chosen.has(id)).length
  const changeable = ids.filter(mayChange)
  const title = groupName(block.key)
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
          <PermissionBox key={id} id={id} label={text(`name.${key}`, { defaultValue: key })} draft={draft} />
        ))}
      </div>
    </fieldset>
  )
}
