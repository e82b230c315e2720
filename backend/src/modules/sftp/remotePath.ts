import path from 'node:path/posix'
import { SFTP_NAME_BYTES } from '@windlass/shared-kit/contract/sftp'
import { bytesOfPath, isRawName } from '@windlass/shared-kit/contract/sftpPath'
import { failed } from '../../platform/errors.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u001f\u007f]/

/**
 * An absolute path without `.`, `..`, double and closing slashes. Line breaks and the like may be in it: such files
 * exist and must be reachable.
 */
export function requirePath(text: string): string {
  if (text.includes('\0')) throw failed('the path must not hold a NUL character')
  if (!text.startsWith('/')) throw failed(`${JSON.stringify(text)} is not absolute; begin it with a slash`)
  const plain = path.normalize(text)
  return plain.length > 1 && plain.endsWith('/') ? plain.slice(0, -1) : plain
}

/** A name for something new: one step of a path, and one that people can read. */
export function requireName(name: string): string {
  if (name === '' || name === '.' || name === '..') throw failed(`${JSON.stringify(name)} is no name for a file`)
  if (name.includes('/')) throw failed(`${JSON.stringify(name)} holds a slash; give a name, not a path`)
  if (CONTROL.test(name)) throw failed(`${JSON.stringify(name)} holds control characters; remove them`)
  if (bytesOfPath(name).length > SFTP_NAME_BYTES) throw failed(`the name is longer than ${SFTP_NAME_BYTES} bytes`)
  return name
}

/** The name of something that is there already: one step of a path, whatever is in it. */
export function requireStep(name: string): string {
  if (name === '' || name === '.' || name === '..' || name.includes('/') || name.includes('\0')) {
    throw failed(`${JSON.stringify(name)} is no name for a file`)
  }
  return name
}

/** The steps of a name that may lead into folders below; each of them is a name. */
export function requireSteps(name: string): string[] {
  const steps = name.split('/')
  for (const step of steps) requireName(step)
  return steps
}

/** A path below a folder. */
export const below = (folder: string, ...steps: string[]): string => path.join(folder, ...steps)

/** The last step of a path. */
export const nameOf = (file: string): string => path.basename(file)

/** The folder of a path. */
export const folderOf = (file: string): string => path.dirname(file)

/** Whether a path is the folder or lies below it. */
export const isWithin = (file: string, folder: string): boolean =>
  file === folder || file.startsWith(folder === '/' ? '/' : `${folder}/`)

const TEMPORARY_TAIL = 22

/** A name beside a file that nothing else uses, short enough for every file system. */
export function besideName(file: string, tail: string): string {
  const name = nameOf(file)
  const isLong = bytesOfPath(name).length > SFTP_NAME_BYTES - TEMPORARY_TAIL
  // Cut by characters of at most four bytes, and never in the middle of escaped bytes.
  const kept = isLong ? (isRawName(name) ? 'upload' : [...name].slice(0, 50).join('')) : name
  return below(folderOf(file), `${kept}.part-${tail}`)
}
