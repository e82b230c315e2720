import type { InputOf } from '@windlass/shared-kit/contract'
import type { CommandExec, CommandSetEdit, CommandStart } from '@windlass/shared-kit/contract/serverProcess'
import type { ExecResult } from '@windlass/shared-kit/contract/serverScript'
import type { Caller } from '../../platform/caller.ts'
import { failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ScriptService } from '../script/script.service.ts'
import { checkCommandItems, readCommandItems } from './commandItems.ts'
import { type CommandSetRecord, createCommandSetStore } from './commandSet.store.ts'

const UNKNOWN = 'this process does not exist any more; load the list again'

/** Named commands, and running them. */
export interface CommandSetService {
  list(caller: Caller): Promise<CommandSetRecord[]>
  add(caller: Caller, input: { name: string; items?: string }): Promise<number>
  edit(caller: Caller, input: InputOf<typeof CommandSetEdit>): Promise<void>
  remove(caller: Caller, id: number): Promise<void>
  exec(caller: Caller, input: InputOf<typeof CommandExec>): Promise<ExecResult>
  start(caller: Caller, input: InputOf<typeof CommandStart>): Promise<number>
}

const checked = ({ name, items = '[]' }: { name: string; items?: string }) => {
  if (name.trim() === '') throw failed('name is a required field')
  return { name: name.trim(), items: JSON.stringify(checkCommandItems(items)) }
}

/** Creates the rules about command sets. */
export function createCommandSetService({ db }: Pick<Platform, 'db'>, scripts: ScriptService): CommandSetService {
  const store = createCommandSetStore(db)
  /** Commands are the shell's own text: nothing in them is replaced. */
  const wishOf = async ({ namespaceId }: Caller, id: number, name: string) => {
    const set = await store.find(namespaceId, id)
    if (!set) throw failed(UNKNOWN)
    const script = readCommandItems(set.items).find((item) => item.name === name)?.command ?? ''
    if (script === '') throw failed('Command empty')
    return { kind: 'process', title: `${set.name}: ${name}`, script, hasVariables: false } as const
  }
  return {
    list: ({ namespaceId }) => store.list(namespaceId),
    add: ({ namespaceId }, input) => store.add({ ...checked(input), namespaceId }),
    edit: async ({ namespaceId }, { id, ...input }) => {
      if (!(await store.edit(namespaceId, id, checked(input)))) throw failed(UNKNOWN)
    },
    remove: async ({ namespaceId }, id) => {
      if (!(await store.remove(namespaceId, id))) throw failed(UNKNOWN)
    },
    exec: async (caller, { id, serverId, name }) => {
      const [result] = await scripts.exec(caller, { ...(await wishOf(caller, id, name)), serverIds: [serverId] })
      if (!result) throw failed(UNKNOWN)
      return result
    },
    start: async (caller, { id, name, ...how }) =>
      scripts.start(caller, { ...(await wishOf(caller, id, name)), ...how }),
  }
}
