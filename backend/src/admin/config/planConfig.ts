import { isDeepStrictEqual } from 'node:util'
import type { Secrets } from '../../platform/secrets.ts'
import { checkEntry, type Problem, twinsOf } from './checkEntry.ts'
import { CONFIG_KINDS, type ConfigEntry, type ConfigKind } from './configKinds.ts'
import { type ConfigDocument, type ConfigState, openSecret, ownKey } from './readConfig.ts'

/** One thing that an apply does. */
export interface ConfigChange {
  kind: ConfigKind
  key: string
  /** 0 when it is made. */
  id: number
  fields: { field: string; before: unknown; after: unknown }[]
}

/** What differs between a document and a console. */
export interface ConfigPlan {
  changes: ConfigChange[]
  /** Sentences about what cannot be done. */
  problems: string[]
  /** Here, and not in the document; it stays. */
  others: { list: string; keys: string[] }[]
}

interface Tools {
  state: ConfigState
  secrets: Secrets
  env: Readonly<Record<string, string | undefined>>
}

function plainSecret(value: unknown, purpose: string, { secrets, env }: Tools): string {
  return value === '' ? '' : openSecret(value, purpose, secrets, env)
}

/** The fields of an entry that are to be written, secrets in plain. */
function fieldsOf(
  kind: ConfigKind,
  entry: ConfigEntry,
  before: ConfigEntry | undefined,
  tools: Tools,
  problem: Problem,
): ConfigChange['fields'] {
  const known = [...kind.columns, ...(kind.links ? [kind.links.field] : [])]
  return known.flatMap((field) => {
    if (!(field in entry)) return []
    const purpose = kind.secrets?.[field]
    const plain = (value: unknown) => (purpose === undefined ? value : plainSecret(value, purpose, tools))
    try {
      const [after, old] = [plain(entry[field]), before && plain(before[field])]
      return before && isDeepStrictEqual(old, after) ? [] : [{ field, before: old, after }]
    } catch (error) {
      problem(`${field}: ${error instanceof Error ? error.message : String(error)}`)
      return []
    }
  })
}

function planList(kind: ConfigKind, listed: readonly unknown[], plan: ConfigPlan, tools: Tools, keys: Keys): void {
  const there: ReadonlyMap<string, { id: number; entry: ConfigEntry }> = tools.state.entries.get(kind.list) ?? new Map()
  const seen = new Map<string, ConfigEntry>()
  const has = (list: string, key: string) =>
    tools.state.idOf(list, key) !== undefined || keys.get(list)?.has(key) === true
  keys.set(kind.list, seen)
  for (const [index, given] of listed.entries()) {
    if (!isEntry(given)) {
      plan.problems.push(`${kind.list}, entry ${index + 1}: this is no entry; write fields such as name: …`)
      continue
    }
    const key = ownKey(kind, given, seen)
    const problem: Problem = (message) => plan.problems.push(`${kind.list} ${key}: ${message}`)
    const found = there.get(key)
    const whole = { ...found?.entry, ...given }
    seen.set(key, whole)
    const isSound = checkEntry(kind, { given, whole, numbers: tools.state.numbers.get(kind.list), has }, problem)
    if (!isSound) continue
    if (!found && kind.isFixed) {
      problem('there is no such entry, and none can be made')
      continue
    }
    const fields = fieldsOf(kind, given, found?.entry, tools, problem)
    if (fields.length > 0) plan.changes.push({ kind, key, id: found?.id ?? 0, fields })
  }
  const others = [...there].filter(([key]) => !seen.has(key))
  if (others.length > 0) plan.others.push({ list: kind.list, keys: others.map(([key]) => key) })
  const kept = new Map(others.map(([key, { entry }]) => [key, entry]))
  for (const twin of twinsOf(kind, seen, kept)) plan.problems.push(`${kind.list} ${twin}`)
}

/** The entries of each list of the document by their keys. */
type Keys = Map<string, Map<string, ConfigEntry>>

const isEntry = (value: unknown): value is ConfigEntry =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Compares a document with a console. @param env holds the variables that secrets are named by */
export function planConfig(document: ConfigDocument, tools: Tools): ConfigPlan {
  const plan: ConfigPlan = { changes: [], problems: [], others: [] }
  const keys: Keys = new Map()
  for (const kind of CONFIG_KINDS) {
    const listed = document[kind.list]
    if (listed !== undefined) planList(kind, listed, plan, tools, keys)
  }
  const lists = CONFIG_KINDS.map(({ list }) => list)
  for (const list of Object.keys(document))
    if (!lists.includes(list)) plan.problems.push(`there is no list ${list}: choose from ${lists.join(', ')}`)
  return plan
}
