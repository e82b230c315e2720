import type { PermissionRow, Role } from '@windlass/shared-kit/contract/role'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { usePermissionTexts } from '@windlass/shared-kit/permission'
import { permissionIdsAtom, useAtomValue } from '@windlass/shared-kit/session'
import { EmptyState } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import { useState } from 'react'
import { PermissionGroupBox } from './PermissionGroupBox.tsx'
import { PermissionTools, type PermissionView } from './PermissionTools.tsx'
import type { PermissionDraft } from './permissionDraft.ts'
import { type PermissionBlock, permissionBlocks } from './permissionGroups.ts'
import { useRolePermissions } from './useRoles.ts'

interface Props {
  rows: readonly PermissionRow[]
  /** What the role grants on the server. */
  before: ReadonlySet<number>
  chosen: ReadonlySet<number>
  /** The roles it can be compared with. */
  roles: readonly Role[]
  isReadOnly: boolean
  onChange: (chosen: ReadonlySet<number>) => void
}

/** Every permission below its heading, with a search over names, keys and numbers. */
export function PermissionPicker({ rows, before, chosen, roles, isReadOnly, onChange }: Props) {
  const { t } = useTranslation('settings')
  const [search, setSearch] = useState('')
  const [view, setView] = useState<PermissionView>('all')
  const [comparedId, setComparedId] = useState<number>()
  const other = useCompared(roles, comparedId)
  const different = other && new Set(chosen).symmetricDifference(other.ids)
  // What was just unticked stays in sight, so that it can be ticked again.
  const shown = view === 'chosen' ? new Set(before).union(chosen) : view === 'different' ? different : undefined
  const blocks = useFilteredBlocks(rows, search, shown)
  const draft = useDraft({ before, chosen, isReadOnly, onChange }, other)

  const handleClear = () => {
    setSearch('')
    setView('all')
  }
  return (
    <div className="permission-picker">
      <PermissionTools
        search={search}
        view={view}
        count={chosen.size}
        differences={different?.size}
        roles={roles}
        comparedId={comparedId}
        onSearch={setSearch}
        onView={setView}
        onCompare={(roleId) => {
          setComparedId(roleId)
          if (roleId === undefined) setView('all')
        }}
      />
      {blocks.length === 0 && (
        <EmptyState
          title={t('role.noPermissionMatches')}
          action={<Button onClick={handleClear}>{t('clearSearch')}</Button>}
        />
      )}
      {blocks.map((block) => (
        <PermissionGroupBox key={block.id} block={block} draft={draft} />
      ))}
    </div>
  )
}

function useDraft(
  { before, chosen, isReadOnly, onChange }: Pick<Props, 'before' | 'chosen' | 'isReadOnly' | 'onChange'>,
  other: PermissionDraft['other'],
): PermissionDraft {
  const held = useAtomValue(permissionIdsAtom)
  // What the role grants already may stay and go; only an addition needs the permission oneself.
  const mayChange = (id: number) => !isReadOnly && (held.has(id) || before.has(id))
  const handleChange = (ids: readonly number[], isChosen: boolean) => {
    const next = new Set(chosen)
    for (const id of ids.filter(mayChange)) {
      if (isChosen) next.add(id)
      else next.delete(id)
    }
    onChange(next)
  }
  return { before, chosen, held, other, mayChange, onChange: handleChange }
}

function useCompared(roles: readonly Role[], roleId: number | undefined): PermissionDraft['other'] {
  const { granted } = useRolePermissions(roleId)
  const role = roles.find(({ id }) => id === roleId)
  return role && granted.data && { name: role.name, ids: new Set(granted.data) }
}

function useFilteredBlocks(
  rows: readonly PermissionRow[],
  search: string,
  only: ReadonlySet<number> | undefined,
): PermissionBlock[] {
  const { text, groupName } = usePermissionTexts()
  const wanted = search.trim().toLowerCase()
  const matches = ({ id, key }: PermissionBlock['members'][number]) =>
    `${text(`name.${key}`, { defaultValue: key })}\n${key}\n${id}`.toLowerCase().includes(wanted)
  return permissionBlocks(rows)
    .map((block) => {
      const isWhole = groupName(block.key).toLowerCase().includes(wanted)
      const members = block.members.filter((member) => !only || only.has(member.id))
      return { ...block, members: isWhole ? members : members.filter(matches) }
    })
    .filter((block) => block.members.length > 0)
}
