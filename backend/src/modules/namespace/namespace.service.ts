import { Permission } from '@windlass/shared-kit/contract'
import type { Caller } from '../../platform/caller.ts'
import { failed } from '../../platform/errors.ts'
import { lacking } from '../../platform/permissionError.ts'
import type { Platform } from '../../platform/platform.ts'
import { createNamespaceStore } from './namespace.store.ts'
import { createMembers, type NamespaceMembers, type NamespaceParts, type RequireThere } from './namespaceMembers.ts'

const cleaned = (name: string): string => {
  const trimmed = name.trim()
  if (trimmed === '') throw failed('name is a required field')
  return trimmed
}

/** Namespaces, and the rules about who may change which and bind whom. */
export interface NamespaceService extends NamespaceMembers {
  /** Every super manager belongs to it, and so does whoever adds it, with the role he works in. */
  add(caller: Caller, name: string): Promise<number>
  rename(caller: Caller, id: number, name: string): Promise<void>
  /** @throws AppError unless the caller holds the permission in that namespace, whichever one he works in */
  require: RequireThere
}

type Tools = Pick<Platform, 'db' | 'sockets' | 'access'>

/** Creates the rules about namespaces. */
export function createNamespaceService(tools: Tools, parts: NamespaceParts): NamespaceService {
  const { db, access } = tools
  const store = createNamespaceStore(db)

  // The header names where the caller works, the input what he changes: only his rights over there count.
  const require: RequireThere = async (caller, namespaceId, permission) => {
    const held = await access.permissionsIn(caller, namespaceId)
    // Who may grant it over there is told to those who may do something there.
    if (!held.has(permission)) throw lacking({ ...caller, namespaceId: held.size === 0 ? 0 : namespaceId }, permission)
    return held
  }

  return {
    ...createMembers(tools, require, parts),
    require,

    add: (caller, name) =>
      db.transaction().execute(async (trx) => {
        const namespaces = createNamespaceStore(trx)
        const id = await namespaces.add(cleaned(name))
        await namespaces.bind(id, await namespaces.superManagerIds(), 0)
        const roleId = await namespaces.roleOf(caller.namespaceId, caller.userId)
        if (!caller.isSuperManager && roleId !== undefined) await namespaces.bind(id, [caller.userId], roleId)
        return id
      }),

    rename: async (caller, id, name) => {
      await require(caller, id, Permission.EditNamespace)
      if (!(await store.rename(id, cleaned(name)))) throw failed('this namespace does not exist')
    },
  }
}
