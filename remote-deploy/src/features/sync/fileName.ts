import type { ProjectFile } from '@windlass/shared-kit/contract/projectFile'

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const UNREADABLE = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\\]/

/** What the server takes for the same name, so that it is told before. */
const keyOf = (name: string): string => name.normalize('NFC').toLowerCase()

/** A name as people write it, below the path of the project. */
export const tidyName = (text: string): string => text.trim().replace(/^\/+/, '')

/** The file that has this name already. */
export const fileOfName = (name: string, files: readonly ProjectFile[]): ProjectFile | undefined =>
  files.find(({ filename }) => keyOf(filename) === keyOf(tidyName(name)))

/** Key of the text that says what is wrong with a name, or undefined when nothing is. */
export function nameProblem(text: string, others: readonly Pick<ProjectFile, 'filename'>[]): string | undefined {
  const name = tidyName(text)
  if (name === '') return 'sync.problem.empty'
  if (name.endsWith('/')) return 'sync.problem.folder'
  if (UNREADABLE.test(name)) return 'sync.problem.characters'
  const parts = name.split('/')
  if (parts.some((part) => part === '' || part === '.' || part === '..')) return 'sync.problem.parts'
  if (parts.some((part) => part.toLowerCase() === '.git')) return 'sync.problem.git'
  const key = keyOf(name)
  const taken = others.map(({ filename }) => keyOf(filename))
  if (taken.includes(key)) return 'sync.problem.taken'
  return taken.some((other) => other.startsWith(`${key}/`) || key.startsWith(`${other}/`))
    ? 'sync.problem.inTheWay'
    : undefined
}
