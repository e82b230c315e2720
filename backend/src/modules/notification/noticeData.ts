import { maskUrlCredentials } from '../../platform/redact.ts'
import { visibleText } from './noticeEscape.ts'

const TEXT_LIMIT = 255
const DEPTH_LIMIT = 16
/** Whatever opens something: passwords, keys of hooks and where keys lie. */
const SECRET_KEYS = /password|passphrase|secret|notifyTarget|^(content|script|successScript|failScript)$/i
/** Places of private keys; of a project the same name is the directory it is deployed to. */
const SERVER_SECRETS: ReadonlySet<string> = new Set(['path', 'jumpPath'])

type Data = Readonly<Record<string, unknown>>

const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value)

function cleaned(value: unknown, isServer: boolean, depth: number): unknown {
  if (typeof value === 'string') return maskUrlCredentials(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === DEPTH_LIMIT) return null
  if (Array.isArray(value)) return value.map((item) => cleaned(item, isServer, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const isSecret = SECRET_KEYS.test(key) || (isServer && SERVER_SECRETS.has(key))
      if (isSecret && typeof item === 'string') return [key, '']
      if (key === 'customVariables') return [key, withoutValues(item)]
      return [key, cleaned(item, key === 'server' || key === 'Server', depth + 1)]
    }),
  )
}

const withoutValues = (variables: unknown): unknown =>
  Array.isArray(variables) ? variables.map((variable) => ({ ...(variable as object), value: '' })) : variables

/** A copy that may leave the house: nothing to sign in with, no scripts, addresses without their passwords. */
export const withoutSecrets = (data: Data): Data => cleaned(data, false, 0) as Data

/** What a notice is about, for a list: the name of the first of its objects that has one. */
export function subjectOf(data: Data): string {
  for (const key of ['Project', 'Monitor', 'Server']) {
    const subject = data[key]
    if (isData(subject) && typeof subject['name'] === 'string') return visibleText(subject['name']).slice(0, TEXT_LIMIT)
  }
  const { Release: release } = data
  return isData(release) ? `${String(release['remote'])} ${String(release['version'])}` : ''
}

const idIn = (data: Data, key: string): number => {
  const subject = data[key]
  return isData(subject) && typeof subject['id'] === 'number' ? subject['id'] : 0
}

/** Of a review the page where it is answered, once it was approved the deploy it led to. */
function reviewPathOf(projectId: number, review: Data): string {
  const token = review['token']
  return typeof token === 'string' && token !== ''
    ? `/deploy/detail/${projectId}?token=${encodeURIComponent(token)}`
    : `/deploy/review/${projectId}`
}

function pathOf(data: Data): string {
  const [project, monitor, server] = ['Project', 'Monitor', 'Server'].map((key) => idIn(data, key))
  const token = isData(data['Project']) ? data['Project']['lastPublishToken'] : ''
  if (project && isData(data['Review'])) return reviewPathOf(project, data['Review'])
  if (project)
    return `/deploy/detail/${project}${typeof token === 'string' && token ? `?token=${encodeURIComponent(token)}` : ''}`
  if (monitor) return `/monitor/detail/${monitor}`
  const { Release: release } = data
  if (isData(release)) return `/setting/release/${encodeURIComponent(String(release['remote']))}`
  if (!server) return ''
  return data['Task'] === undefined ? `/server/agent?serverId=${server}` : `/server/cron?server=${server}`
}

/** The page of what a notice is about; "" where nobody has said what the console is called outside. */
export function linkOf(publicUrl: string, data: Data): string {
  const path = pathOf(data)
  return path === '' || !/^https?:/i.test(publicUrl) ? '' : `${publicUrl.replace(/\/+$/, '')}/#${path}`
}
