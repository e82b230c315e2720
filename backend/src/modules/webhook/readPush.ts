import type { WebhookProvider } from '@windlass/shared-kit/contract/webhook'
import type { Push, RefChange } from './push.ts'

type Fields = Record<string, unknown>

/** Messages that name more are compared by the repository. */
const PATHS_LIMIT = 5_000
const REF_LENGTH = 255
const NAME_LENGTH = 255
/** Older servers leave out what comes after this many commits and do not say so. */
const SURE_COMMITS = 20
const NO_COMMIT = /^0*$/

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
/** A text of the message; whatever else stands there is no text, and no database takes a NUL. */
const textOf = (value: unknown, length: number): string =>
  typeof value === 'string' ? value.replaceAll('\0', '').slice(0, length) : ''

const asJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Anybody may send anything here; what is no JSON lacks every field.
    return undefined
  }
}

/** The message of a body: JSON, or a form with JSON in its field `payload`. */
export function messageOf(body: Buffer, contentType: string): { fields: Fields; payload: string } {
  const text = body.toString('utf8')
  const isForm = contentType.startsWith('application/x-www-form-urlencoded')
  const payload = isForm ? (new URLSearchParams(text).get('payload') ?? '') : text
  return { fields: fieldsOf(asJson(payload)), payload }
}

/** The files that commits name; null when the message may leave some out. */
function pathsOf(message: Fields): string[] | null {
  const commits = listOf(message['commits'])
  const totals = [message['total_commits_count'], message['total_commits']].filter((one) => typeof one === 'number')
  const isWhole = totals.length > 0 ? totals.every((total) => total === commits.length) : commits.length < SURE_COMMITS
  if (commits.length === 0 || !isWhole || message['forced'] === true || message['commits_more_than_ten'] === true) {
    return null
  }
  const paths = new Set<string>()
  for (const commit of commits) {
    const { added, modified, removed } = fieldsOf(commit)
    // A merge names no files of its own, but a commit without these lists tells nothing at all.
    if (!Array.isArray(added) && !Array.isArray(modified) && !Array.isArray(removed)) return null
    for (const path of [added, modified, removed].flatMap(listOf)) if (typeof path === 'string') paths.add(path)
    if (paths.size > PATHS_LIMIT) return null
  }
  return [...paths]
}

const commitText = (value: unknown): string => {
  const id = textOf(value, 64)
  return NO_COMMIT.test(id) ? '' : id
}

/** One branch or tag, as most hosts tell it. */
function plainChange(message: Fields): RefChange[] {
  const ref = textOf(message['ref'], REF_LENGTH)
  if (ref === '') return []
  const isDeleted =
    message['deleted'] === true || (typeof message['after'] === 'string' && commitText(message['after']) === '')
  const [before, after] = [commitText(message['before']), commitText(message['after'])]
  return [{ ref, before, after, isDeleted, paths: pathsOf(message) }]
}

/** Subversion's hook is written by the reader of our recipe: a ref, and the changed files if it likes. */
function svnChange(message: Fields): RefChange[] {
  const ref = textOf(message['ref'], REF_LENGTH)
  const paths = Array.isArray(message['paths']) ? message['paths'].filter((path) => typeof path === 'string') : null
  const after = textOf(String(message['revision'] ?? ''), 64)
  return ref === '' ? [] : [{ ref, before: '', after, isDeleted: false, paths }]
}

/** Bitbucket tells of all branches of a push at once and names no files. */
function cloudChanges(message: Fields): RefChange[] {
  return listOf(fieldsOf(message['push'])['changes']).flatMap((change) => {
    const [next, last] = [fieldsOf(fieldsOf(change)['new']), fieldsOf(fieldsOf(change)['old'])]
    const isDeleted = textOf(next['name'], REF_LENGTH) === ''
    const named = isDeleted ? last : next
    const name = textOf(named['name'], REF_LENGTH)
    if (name === '') return []
    const ref = `${named['type'] === 'tag' ? 'refs/tags/' : 'refs/heads/'}${name}`
    const hash = (one: Fields) => commitText(fieldsOf(one['target'])['hash'])
    return [{ ref, before: hash(last), after: hash(next), isDeleted, paths: null }]
  })
}

/** The same from a Bitbucket that somebody runs himself. */
function ownServerChanges(message: Fields): RefChange[] {
  return listOf(message['changes']).flatMap((change) => {
    const { ref, type, fromHash, toHash } = fieldsOf(change)
    const id = textOf(fieldsOf(ref)['id'], REF_LENGTH)
    if (id === '') return []
    const isDeleted = type === 'DELETE'
    return [{ ref: id, before: commitText(fromHash), after: commitText(toHash), isDeleted, paths: null }]
  })
}

function changesOf(provider: WebhookProvider, message: Fields): RefChange[] {
  if (provider === 'bitbucket') return [...cloudChanges(message), ...ownServerChanges(message)]
  return provider === 'svn' ? svnChange(message) : plainChange(message)
}

function pusherOf(message: Fields): string {
  const { pusher, sender, actor, user } = message
  const people = [pusher, actor, user, sender].map(fieldsOf)
  const names = people.flatMap((person) => [
    person['name'],
    person['full_name'],
    person['login'],
    person['displayName'],
  ])
  const first = [message['user_name'], message['author'], ...names].find((name) => textOf(name, NAME_LENGTH) !== '')
  return textOf(first, NAME_LENGTH)
}

/** Reads what a push did; without changes when the message does not say. */
export const readPush = (provider: WebhookProvider, message: Fields): Push => ({
  changes: changesOf(provider, message),
  pusher: pusherOf(message),
})
