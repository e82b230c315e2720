/** What a call was about. */
export interface OperationObject {
  kind: 'project' | 'server' | 'cron' | 'monitor' | 'role' | 'member' | 'namespace' | 'run' | 'area'
  /** A number, but of an area its name. */
  id: string
  /** "" where the call does not say it. */
  name: string
}

/** Where the calls under a path name their object. */
interface Rule {
  under: string
  kind: OperationObject['kind']
  field: string
  /** The last parts of the paths it is about; absent means all of them. */
  only?: readonly string[]
  /** Its page finds it by name only, and shows nothing for the number of one that is gone. */
  isByName?: true
}

/** `id` means something else in nearly every call, so that those it names the object in are listed one by one. */
const RULES: readonly Rule[] = [
  { under: '/project/', kind: 'project', field: 'projectId' },
  { under: '/deploy/', kind: 'project', field: 'projectId' },
  { under: '/webhook/', kind: 'project', field: 'projectId' },
  { under: '/project/', kind: 'project', field: 'id', only: ['add', 'edit', 'setAutoDeploy', 'remove'] },
  { under: '/cron/', kind: 'cron', field: 'serverId' },
  { under: '/server/', kind: 'server', field: 'serverId' },
  { under: '/server/', kind: 'server', field: 'id', only: ['add', 'edit', 'toggle', 'diagnoseStored'] },
  { under: '/monitor/', kind: 'monitor', field: 'id', only: ['add', 'edit', 'toggle', 'remove', 'acknowledge'] },
  { under: '/role/', kind: 'role', field: 'roleId' },
  { under: '/role/', kind: 'role', field: 'id', only: ['add', 'edit', 'remove'], isByName: true },
  {
    ...{ under: '/user/', kind: 'member', field: 'id' },
    only: ['add', 'edit', 'changeState', 'remove', 'endSessions', 'resetSecondFactor'],
  },
  { under: '/namespace/', kind: 'namespace', field: 'namespaceId' },
  { under: '/namespace/', kind: 'namespace', field: 'id', only: ['add', 'edit'] },
  { under: '/train/', kind: 'run', field: 'id', only: ['cancel', 'goBack'] },
  { under: '/release/', kind: 'area', field: 'remote' },
]

/** The members of an object that is written as JSON; none of anything else, because a log may hold what it wants. */
function membersOf(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    // Cut off, or written by another program: it names nothing.
    return {}
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** A number that can be one of a row, or the name of an area. */
function idOf(value: unknown, { kind }: Rule): string {
  if (kind === 'area') return textOf(value)
  return Number.isSafeInteger(value) && Number(value) > 0 ? String(value) : ''
}

interface Call {
  api: string
  requestData: string
  responseData: string
  /** The object before and after, where the entry is read in full. */
  before?: string
  after?: string
}

/** The object of a call, where path and input say it beyond doubt; undefined for all others. */
export function objectOf({ api, requestData, responseData, before = '', after = '' }: Call) {
  const made = membersOf(JSON.stringify(membersOf(responseData)['data'] ?? null))
  // What was sent is what was meant; what was made has its number from the answer.
  const given: Readonly<Record<string, unknown>> = {
    id: made['id'],
    ...membersOf(after),
    ...membersOf(before),
    ...membersOf(requestData),
  }
  for (const rule of RULES) {
    const isMeant = api.startsWith(rule.under) && (rule.only?.includes(api.slice(rule.under.length)) ?? true)
    const id = isMeant ? idOf(given[rule.field], rule) : ''
    // Beside the number of something else, `name` is the name of that.
    const name = rule.field === 'id' ? textOf(given['name']) || textOf(given['account']) : ''
    if (id !== '' && (name !== '' || !rule.isByName)) return { kind: rule.kind, id, name } satisfies OperationObject
  }
  return undefined
}
