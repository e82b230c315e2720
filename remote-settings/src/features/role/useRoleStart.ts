import { useQuery } from '@tanstack/react-query'
import { RolePermissionBindings } from '@windlass/shared-kit/contract/role'
import { call } from '@windlass/shared-kit/http'
import { permissionIdsAtom, useAtomValue } from '@windlass/shared-kit/session'
import { type PresetName, presetIds, ROLE_PRESETS } from './rolePresets.ts'

/** What a new role starts with: "" is nothing, else a preset by its name or a role by its id. */
export type RoleStart = string

const isPreset = (start: RoleStart): start is PresetName => start in ROLE_PRESETS

/** The permissions a new role starts with; those its maker lacks are left out, because nobody grants what he does not hold. */
export function useRoleStart(start: RoleStart) {
  const held = useAtomValue(permissionIdsAtom)
  const roleId = isPreset(start) ? 0 : Number(start)
  const copied = useQuery({
    queryKey: ['role', 'granted', roleId],
    queryFn: ({ signal }) => call(RolePermissionBindings, { roleId }, { signal }),
    select: (data) => data.list.map((binding) => binding.permissionId),
    enabled: roleId > 0,
    gcTime: 0,
  })
  const wanted: readonly number[] = isPreset(start) ? presetIds(start) : (copied.data ?? [])
  return {
    isReady: roleId === 0 || copied.isSuccess,
    ids: wanted.filter((id) => held.has(id)),
    leftOut: wanted.filter((id) => !held.has(id)).length,
  }
}
