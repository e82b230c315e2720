import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { failed } from '../../platform/errors.ts'

const isInside = (root: string, place: string): boolean => place === root || place.startsWith(`${root}${path.sep}`)

export const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')

/** What was asked for as names below the working copy; slashes at either end mean nothing. */
export function namesOf(asked: string): string[] {
  if (asked.includes('\0')) throw failed('the name of a file must not hold a NUL character')
  const names = asked.split('/').filter((name) => name !== '' && name !== '.')
  if (names.includes('..')) throw failed('the path must not contain ".."')
  return names
}

/** A place of the working copy on the disk, every link on the way resolved. */
export interface Place {
  /** The working copy itself. */
  root: string
  real: string
}

/**
 * Resolves names below a folder, links included.
 * @returns undefined when it is not there
 * @throws AppError when a link leads out of the folder
 */
export async function confine(folder: string, names: readonly string[]): Promise<Place | undefined> {
  try {
    const root = await realpath(folder)
    const real = await realpath(path.join(root, ...names))
    if (!isInside(root, real)) throw failed(`${names.join('/')} leads out of the working copy, so it is not opened`)
    return { root, real }
  } catch (error) {
    if (isMissing(error)) return undefined
    if ((error as NodeJS.ErrnoException).code === 'ELOOP') throw failed(`${names.join('/')} is a link to itself`)
    throw error
  }
}
