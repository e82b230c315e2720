import { PERMISSIONS_BY_GROUP, Permission, PermissionGroup } from '@windlass/shared-kit/contract/permission'
import type { PermissionRow } from '@windlass/shared-kit/contract/role'

/** One heading of the permission list with what stands below it. */
export interface PermissionBlock {
  id: number
  /** Key of the heading's text; "Other" for what belongs to no heading that we were told. */
  key: string
  members: readonly { id: number; key: string }[]
}

const nameById = (numbers: Readonly<Record<string, number>>) =>
  new Map(Object.entries(numbers).map(([key, id]) => [id, key]))

const GROUP_NAMES = nameById(PermissionGroup)
const PERMISSION_NAMES = nameById(Permission)
const POSITIONS = new Map<number, number>(
  Object.values(PERMISSIONS_BY_GROUP)
    .flat()
    .map((key, index) => [Permission[key], index]),
)
const positionOf = (id: number) => POSITIONS.get(id) ?? Number.MAX_SAFE_INTEGER
const OTHER = { id: 0, key: 'Other' }

/** Sorts the rows below their headings; a row whose heading is missing is shown all the same. */
export function permissionBlocks(rows: readonly PermissionRow[]): PermissionBlock[] {
  const headings = rows.filter((row) => row.pid === 0)
  const known = new Set(headings.map((row) => row.id))
  const blocks = headings.map(({ id, name }) => ({ id, key: GROUP_NAMES.get(id) ?? name }))
  const headingOf = (row: PermissionRow) => (known.has(row.pid) ? row.pid : OTHER.id)
  const members = rows.filter((row) => row.pid !== 0).sort((one, other) => positionOf(one.id) - positionOf(other.id))
  return [...blocks, OTHER]
    .map((block) => ({
      ...block,
      members: members
        .filter((row) => headingOf(row) === block.id)
        .map(({ id, name }) => ({ id, key: PERMISSION_NAMES.get(id) ?? name })),
    }))
    .filter((block) => block.members.length > 0)
}
