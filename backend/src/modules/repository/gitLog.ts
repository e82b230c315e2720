import { randomUUID } from 'node:crypto'
import type { CommitInfo } from '@windlass/shared-kit/contract/repository'
import { git } from './git.ts'

const LIST_LENGTH = 50
const FIELDS = '%H%x00%an%x00%at%x00%s%x00%D'
/** Long enough for any change a person reads here, and bounded for the rest. */
const DIFF_LIMIT = 64 * 1024

const tagOf = (decoration: string): string =>
  decoration
    .split(', ')
    .find((name) => name.startsWith('tag: '))
    ?.slice('tag: '.length) ?? ''

/** Reads commits with what they changed; the revision must be a full object id or a full reference name. */
export async function readLog(cwd: string, revision: string, count = LIST_LENGTH): Promise<CommitInfo[]> {
  // What separates two commits cannot be guessed by whoever writes one.
  const mark = randomUUID()
  const format = `--format=${mark}%x00${FIELDS}%x00`
  const options = [`--max-count=${count}`, '--decorate=short', '--stat', '--no-color', '--no-show-signature']
  const text = await git(['log', ...options, format, '--end-of-options', revision, '--'], { cwd })
  return text
    .split(`${mark}\0`)
    .slice(1)
    .map((part) => {
      const [commit = '', author = '', time = '', message = '', decoration = '', diff = ''] = part.split('\0')
      const timestamp = Number(time) || 0
      return {
        branch: '',
        commit,
        author,
        timestamp,
        message,
        tag: tagOf(decoration),
        diff: diff.trim().slice(0, DIFF_LIMIT),
      }
    })
}

const TAG_FORMAT = [
  'refname:lstrip=2',
  ...['objectname', 'authorname', 'authordate:unix', 'contents:subject'].flatMap((name) => [`*${name}`, name]),
]
  .map((name) => `%(${name})`)
  .join('%00')

/** The newest tags; what an annotated tag says of its commit is taken from the commit. */
export async function readTags(cwd: string): Promise<CommitInfo[]> {
  const options = ['--sort=-creatordate', `--count=${LIST_LENGTH}`, `--format=${TAG_FORMAT}`]
  const text = await git(['for-each-ref', ...options, 'refs/tags'], { cwd })
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [tag = '', ...pairs] = line.split('\0')
      const pick = (index: number) => pairs[2 * index] || pairs[2 * index + 1] || ''
      const [commit, author, time, message] = [0, 1, 2, 3].map(pick)
      return {
        branch: '',
        diff: '',
        tag,
        commit: commit ?? '',
        author: author ?? '',
        message: message ?? '',
        timestamp: Number(time) || 0,
      }
    })
}

/** Branches of the repository elsewhere as they were at the last fetch, newest commit first, each `origin/…`. */
export async function readBranches(cwd: string): Promise<string[]> {
  const options = ['--sort=-committerdate', '--format=%(refname:lstrip=2)']
  const text = await git(['for-each-ref', ...options, 'refs/remotes/origin'], { cwd })
  return text.split('\n').filter((name) => name !== '' && name !== 'origin/HEAD')
}
