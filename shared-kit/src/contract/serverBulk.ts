import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { State } from './enums.ts'
import { Permission } from './permission.ts'
import { MOST_TAGS, ServerTag } from './server.ts'
import { Id } from './shapes.ts'

const SomeServers = Type.Array(Id, { minItems: 1, maxItems: 5000 })
const Tags = Type.Array(ServerTag, { maxItems: MOST_TAGS })

/** Tags several servers at once, in the current namespace; also shared ones, which have tags of their own here. */
export const ServerChangeTags = endpoint({
  method: 'PUT',
  path: '/server/changeTags',
  access: [Permission.EditServer],
  input: Type.Object({ ids: SomeServers, add: Tags, remove: Tags }),
  logged: true,
})

/** Enables or disables several servers, all of them or none; disabling unbinds their projects for good. */
export const ServerToggleMany = endpoint({
  method: 'PUT',
  path: '/server/toggleMany',
  access: [Permission.SwitchServerState],
  input: Type.Object({ ids: SomeServers, state: Type.Enum(State) }),
  logged: true,
})

/** What comes with the refusal of an import of which some rows failed; the good rows stay. */
export const ServerImportProblems = Type.Object({
  /** `line` counts from 1, the header. */
  rows: Type.Array(Type.Object({ line: Type.Integer(), message: Type.String() })),
})
export type ServerImportProblems = Static<typeof ServerImportProblems>

/** Comma-separated text with a header row, into the current namespace; refused with `ServerImportProblems`. */
export const ServerImport = endpoint({
  method: 'POST',
  path: '/server/import',
  access: [Permission.ImportCSV],
  logged: true,
  timeoutMs: 0,
  multipart: true,
})
