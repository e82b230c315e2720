import { isDeepStrictEqual } from 'node:util'
import type { Secrets } from '../../platform/secrets.ts'
import { CONFIG_KINDS, type ConfigKind } from './configKinds.ts'
import { type ConfigDocument, type ConfigEntry, type ConfigState, keyOfEntry, openSecret } from './readConfig.ts'

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

type Problem = (message: string) => void

function plainSecret(value: unknown, purpose: string, { secrets, env }: Tools, problem: Problem): string {
  if (value === '') return ''
  try {
    return openSecret(value, purpose, secrets, env)
  } catch (error) {
    problem(error instanceof Error ? error.message : String(error))
    return ''
  }
}

function isOtherType(before: unknown, after: unknown): boolean {
  return before !== undefined && before !== null && after !== null && typeof before !== typeof after
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
  for (const field of Object.keys(entry)) if (!known.includes(field)) problem(`there is no field ${field}`)
  return known.flatMap((field) => {
    if (!(field in entry)) return []
    const purpose = kind.secrets?.[field]
    const isSecret = purpose !== undefined
    const after = isSecret ? plainSecret(entry[field], purpose, tools, problem) : entry[field]
    const old = isSecret && before ? plainSecret(before[field], purpose, tools, problem) : before?.[field]
    if (!kind.json?.includes(field) && isOtherType(old, after)) problem(`${field} must be a ${typeof old}`)
    return before && isDeepStrictEqual(old, after) ? [] : [{ field, before: old, after }]
  })
}

/** Compares a document with a console. @param env holds the variables that secrets are named by */
export function planConfig(document: ConfigDocument, tools: Tools): ConfigPlan {
  const plan: ConfigPlan = { changes: [], problems: [], others: [] }
  for (const kind of CONFIG_KINDS) {
    const there = tools.state.entries.get(kind.list) ?? new Map()
    const seen = new Set<string>()
    for (const entry of document[kind.list] ?? []) {
      const plain = keyOfEntry(kind, entry)
      let key = plain
      for (let serial = 2; seen.has(key); serial++) key = `${plain} #${serial}`
      seen.add(key)
      const problem = (message: string) => plan.problems.push(`${kind.list} ${key}: ${message}`)
      const found: { id: number; entry: ConfigEntry } | undefined = there.get(key)
      if (!found && kind.isFixed) {
        problem('there is no such entry, and none can be made')
        continue
      }
      const fields = fieldsOf(kind, entry, found?.entry, tools, problem)
      if (fields.length > 0) plan.changes.push({ kind, key, id: found?.id ?? 0, fields })
    }
    const keys = [...there.keys()].filter((key) => !seen.has(key))
    if (keys.length > 0 && document[kind.list] !== undefined) plan.others.push({ list: kind.list, keys })
  }
  for (const list of Object.keys(document)) {
    if (list !== 'format' && !CONFIG_KINDS.some((kind) => kind.list === list))
      plan.problems.push(`there is no list ${list}`)
  }
  return plan
}
