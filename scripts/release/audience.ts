import { misused } from '@windlass/backend/commandLine/commandError'
import { nearest } from '@windlass/backend/commandLine/nearest'
import type { CanaryAudience } from '@windlass/shared-kit/contract/release'
import type { Named, ReleaseTarget } from './releaseTarget.ts'

interface Typed {
  namespaces?: string
  users?: string
  percent?: string
}

/** Reads who gets a canary; names become ids here, because only ids travel. */
export async function readAudience(typed: Typed, target: Pick<ReleaseTarget, 'people'>): Promise<CanaryAudience> {
  const percent = typed.percent === undefined ? 0 : readPercent(typed.percent)
  const [namespaces, users] = [wordsOf(typed.namespaces), wordsOf(typed.users)]
  if (percent === 0 && namespaces.length === 0 && users.length === 0)
    throw misused('nobody would get this canary: name --namespaces, --users or a --percent above 0')
  const isNamed = [...namespaces, ...users].some((word) => !isId(word))
  const people = isNamed ? await target.people() : { namespaces: [], users: [], self: 0 }
  return {
    namespaceIds: unique(namespaces.map((word) => idOf(word, people.namespaces, 'namespace'))),
    userIds: unique(users.map((word) => (word === 'me' ? people.self : idOf(word, people.users, 'user')))),
    percent,
  }
}

/** One user, by id, account or name; 0 stands for whoever calls. */
export async function readUser(word: string, target: Pick<ReleaseTarget, 'people'>): Promise<number> {
  if (word === 'me') return 0
  return isId(word) ? Number(word) : idOf(word, (await target.people()).users, 'user')
}

const isId = (word: string): boolean => /^[1-9]\d{0,9}$/.test(word)

const unique = (ids: readonly number[]): number[] => [...new Set(ids)]

const wordsOf = (list = ''): string[] =>
  list
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')

function idOf(word: string, known: readonly Named[], what: 'namespace' | 'user'): number {
  if (isId(word)) return Number(word)
  const found = known.filter(({ names }) => names.includes(word))
  const [only] = found
  if (only && found.length === 1) return only.id
  if (only)
    throw misused(`${found.length} users are called ${word}: give the id (${found.map(({ id }) => id).join(', ')})`)
  const meant = nearest(
    word,
    known.flatMap(({ names }) => names),
  )
  const hint = meant === undefined ? 'give the id, if you may not see its name' : `did you mean ${meant}?`
  throw misused(`you can see no ${what} called ${word}: ${hint}`)
}

function readPercent(text: string): number {
  const percent = Number(text.replace(/%$/, ''))
  if (text !== '' && percent >= 0 && percent <= 100) return percent
  throw misused(`--percent takes a number from 0 to 100, not ${text}`)
}
