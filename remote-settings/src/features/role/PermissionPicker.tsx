import { SearchOutlined } from '@ant-design/icons'
import type { PermissionRow } from '@windlass/shared-kit/contract/role'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { permissionIdsAtom, useAtomValue } from '@windlass/shared-kit/session'
import { EmptyState } from '@windlass/shared-kit/ui'
import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import { PermissionGroupBox } from './PermissionGroupBox.tsx'
import { type PermissionBlock, permissionBlocks } from './permissionGroups.ts'

interface Props {
  rows: readonly PermissionRow[]
  /** What the role grants on the server. */
  before: ReadonlySet<number>
  chosen: ReadonlySet<number>
  isReadOnly: boolean
  onChange: (chosen: ReadonlySet<number>) => void
}

/** Every permission below its heading, with a search over names, keys and numbers. */
export function PermissionPicker({ rows, before, chosen, isReadOnly, onChange }: Props) {
  const { t } = useTranslation('settings')
  const [search, setSearch] = useState('')
  const [isChosenOnly, setChosenOnly] = useState(false)
  const held = useAtomValue(permissionIdsAtom)
  const blocks = useFilteredBlocks(rows, search, isChosenOnly ? unionOf(before, chosen) : undefined)
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
  const handleClear = () => {
    setSearch('')
    setChosenOnly(false)
  }
  return (
    <div className="permission-picker">
      {isReadOnly && <Alert type="info" showIcon title={t('role.readOnly')} />}
      <PermissionTools
        search={search}
        isChosenOnly={isChosenOnly}
        count={chosen.size}
        onSearch={setSearch}
        onChosenOnly={setChosenOnly}
      />
      {blocks.length === 0 && (
        <EmptyState
          title={t('role.noPermissionMatches')}
          action={<Button onClick={handleClear}>{t('clearSearch')}</Button>}
        />
      )}
      {blocks.map((block) => (
        <PermissionGroupBox
          key={block.id}
          block={block}
          before={before}
          chosen={chosen}
          held={held}
          mayChange={mayChange}
          onChange={handleChange}
        />
      ))}
    </div>
  )
}

interface ToolProps {
  search: string
  isChosenOnly: boolean
  /** How many permissions are chosen. */
  count: number
  onSearch: (text: string) => void
  onChosenOnly: (isChosenOnly: boolean) => void
}

function PermissionTools({ search, isChosenOnly, count, onSearch, onChosenOnly }: ToolProps) {
  const { t } = useTranslation('settings')
  return (
    <div className="permission-tools">
      <Input
        type="search"
        allowClear
        prefix={<SearchOutlined aria-hidden="true" />}
        aria-label={t('role.searchPermissions')}
        placeholder={t('role.searchPermissions')}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
        // Enter here looks for something; it must not save.
        onPressEnter={(event) => event.preventDefault()}
      />
      <button className="wl-chip" type="button" aria-pressed={isChosenOnly} onClick={() => onChosenOnly(!isChosenOnly)}>
        {t('role.chosenOnly', { count: count })}
      </button>
    </div>
  )
}

/** What was just unticked stays in sight, so that it can be ticked again. */
const unionOf = (before: ReadonlySet<number>, chosen: ReadonlySet<number>) => new Set([...before, ...chosen])

function useFilteredBlocks(
  rows: readonly PermissionRow[],
  search: string,
  only: ReadonlySet<number> | undefined,
): PermissionBlock[] {
  const { t } = useTranslation('settings')
  const wanted = search.trim().toLowerCase()
  const matches = ({ id, key }: PermissionBlock['members'][number]) =>
    `${t(`permission.${key}`, key)}\n${key}\n${id}`.toLowerCase().includes(wanted)
  return permissionBlocks(rows)
    .map((block) => {
      const isWhole = t(`permissionGroup.${block.key}`, block.key).toLowerCase().includes(wanted)
      const members = block.members.filter((member) => !only || only.has(member.id))
      return { ...block, members: isWhole ? members : members.filter(matches) }
    })
    .filter((block) => block.members.length > 0)
}
