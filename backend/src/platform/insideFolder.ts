import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { failed } from './errors.ts'

const SEGMENT_BYTES = 255
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const UNREADABLE = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffd]/

const segmentProblem = (segment: string): string | undefined => {
  if (segment === '..') return 'must not hold ..'
  if (segment === '' || segment === '.') return 'must not hold empty parts or a lone dot'
  if (segment.toLowerCase() === '.git') return 'must not lead into .git'
  if (segment.trim() !== segment) return 'must not hold parts that begin or end with a blank'
  if (Buffer.byteLength(segment) > SEGMENT_BYTES) return `must not hold parts of more than ${SEGMENT_BYTES} bytes`
  return undefined
}

/** Says what is wrong with the name of a file below a folder, or undefined when nothing is. */
export function relativeProblem(name: string): string | undefined {
  if (UNREADABLE.test(name)) return 'must not hold control characters or marks that turn the direction of text'
  if (name.includes('\\')) return 'must not hold a backslash; write / between folders'
  if (name.startsWith('/')) return 'must be relative to the project, without / at the beginning'
  for (const segment of name.split('/')) {
    const problem = segmentProblem(segment)
    if (problem !== undefined) return problem
  }
  return undefined
}

/**
 * A path below a folder as a person writes it, `/` and "" for the folder itself, in its plain form.
 * @throws AppError when it leads elsewhere or into .git
 */
export function requireRelative(asWritten: string): string {
  const name = asWritten.replace(/^\/+|\/+$/g, '')
  const problem = name === '' ? undefined : relativeProblem(name)
  if (problem !== undefined) throw failed(`the path ${problem}`)
  return name
}

/** Whether a real path is a folder itself or below it. */
export const isInside = (folder: string, file: string): boolean =>
  file === folder || file.startsWith(folder.endsWith(path.sep) ? folder : `${folder}${path.sep}`)

/**
 * The real path of something that exists below a folder, all links followed.
 * @throws AppError when a link leads out of the folder, ENOENT when there is nothing
 */
export async function insideFolder(folder: string, relative: string): Promise<string> {
  const root = await realpath(folder)
  const real = await realpath(path.join(root, relative))
  const rest = path.relative(root, real)
  if (!isInside(root, real) || rest.split(path.sep).some((part) => part.toLowerCase() === '.git')) {
    throw failed(`${relative} is a link that leads out of the project`)
  }
  return real
}
