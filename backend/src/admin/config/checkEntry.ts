import type { ConfigEntry, ConfigKind } from './configKinds.ts'
import { EVERYWHERE } from './readConfig.ts'

/** Takes a sentence about an entry that cannot be applied. */
export type Problem = (message: string) => void

interface Checked {
  /** As it stands in the document. */
  given: ConfigEntry
  /** With what the console has of it already. */
  whole: ConfigEntry
  /** Columns that hold numbers. */
  numbers: ReadonlySet<string> | undefined
  /** Whether an entry is in the console or in the document. */
  has(list: string, key: string): boolean
}

const nameOf = (list: string) =>
  list === 'namespaces' ? `a namespace, or ${EVERYWHERE} for all` : `one of the ${list}`

/** What is wrong with a value that stands for another entry. */
function referenceProblem(list: string, key: unknown, has: Checked['has']): string | undefined {
  if (typeof key !== 'string') return `must name ${nameOf(list)}`
  return key !== '' && has(list, key)
    ? undefined
    : `there is no ${key} among the ${list}: add it to the document, or correct the name`
}

function valueProblem(kind: ConfigKind, field: string, value: unknown, { numbers, has }: Checked): string | undefined {
  const { links } = kind
  if (field === links?.field) {
    if (!Array.isArray(value)) return `${field} must be a list of names`
    return value.map((key) => referenceProblem(links.list, key, has)).find((problem) => problem !== undefined)
  }
  const list = kind.refs?.[field]
  if (list !== undefined) {
    if (value === '' && kind.optional?.includes(field)) return undefined
    if (value === '') return `${field} is empty: name ${nameOf(list)}`
    const problem = referenceProblem(list, value, has)
    return problem?.startsWith('must') ? `${field} ${problem}` : problem
  }
  if (kind.secrets?.[field] !== undefined || kind.json?.includes(field)) return undefined
  if (numbers?.has(field)) return Number.isSafeInteger(value) ? undefined : `${field} must be a whole number`
  return typeof value === 'string' ? undefined : `${field} must be a text; put it into quotes`
}

/** What an entry must say to be known. */
const demanded = (kind: ConfigKind): string[] => [
  ...new Set([...Object.keys(kind.refs ?? {}).filter((column) => !kind.optional?.includes(column)), ...kind.key]),
]

/** Says what of an entry cannot be applied, and answers whether everything can. */
export function checkEntry(kind: ConfigKind, checked: Checked, problem: Problem): boolean {
  const { given, whole } = checked
  const known = [...kind.columns, ...(kind.links ? [kind.links.field] : [])]
  const problems = [
    ...demanded(kind).flatMap((field) => (field in given ? [] : [`${field} is missing`])),
    ...Object.entries(given).flatMap(([field, value]) =>
      known.includes(field)
        ? (valueProblem(kind, field, value, checked) ?? [])
        : [`there is no field ${field}; the fields are ${known.join(', ')}`],
    ),
    ...(kind.isRemovedByState && given['state'] === 0
      ? ['the state 0 is for what was removed: leave the entry out']
      : []),
  ]
  if (problems.length === 0) {
    try {
      kind.check?.(whole)
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error))
    }
  }
  for (const each of problems) problem(each)
  return problems.length === 0
}

/** Sentences about entries that the console would have twice. @param kept what is here and not in the document */
export function twinsOf(
  { unique = [] }: ConfigKind,
  entries: ReadonlyMap<string, ConfigEntry>,
  kept: ReadonlyMap<string, ConfigEntry>,
): string[] {
  if (unique.length === 0) return []
  const wordOf = (entry: ConfigEntry) =>
    JSON.stringify(unique.map((column) => (column === 'name' ? String(entry[column]).toLowerCase() : entry[column])))
  const first = new Map([...kept].map(([key, entry]) => [wordOf(entry), key]))
  return [...entries].flatMap(([key, entry]) => {
    const word = wordOf(entry)
    const other = first.get(word)
    if (other === undefined) first.set(word, key)
    return other === undefined
      ? []
      : [`${key}: ${unique.join(', ')} must differ from those of ${other}; remove one of them or correct it`]
  })
}
