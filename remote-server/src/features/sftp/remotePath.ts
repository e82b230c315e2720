import { bytesOfPath } from '@windlass/shared-kit/contract/sftpPath'

/** Paths on a server as the page writes them: absolute, without slashes too many, "/" for the root. */

/** A name below a folder. */
export const joinPath = (dir: string, name: string): string => (dir === '/' ? `/${name}` : `${dir}/${name}`)

/** The folder around a file or folder; the root is around itself. */
export const parentOf = (path: string): string => path.slice(0, Math.max(1, path.lastIndexOf('/')))

/** The last name of a path; "" for the root. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** What somebody typed, seen from a folder and from home: `..`, `.`, `~` and slashes too many are worked out. */
export function resolvePath(typed: string, dir: string, home: string): string {
  const text = typed.trim()
  const start = text === '~' || text.startsWith('~/') ? `${home}${text.slice(1)}` : text
  const whole = start.startsWith('/') ? start : `${dir}/${start}`
  const names: string[] = []
  for (const name of whole.split('/')) {
    if (name === '..') names.pop()
    else if (name !== '' && name !== '.') names.push(name)
  }
  return `/${names.join('/')}`
}

/** The folders on the way to a path, the root first. */
export function crumbsOf(path: string): { name: string; path: string }[] {
  const names = path === '/' ? [] : path.slice(1).split('/')
  return [
    { name: '/', path: '/' },
    ...names.map((name, index) => ({ name, path: `/${names.slice(0, index + 1).join('/')}` })),
  ]
}

/** Whether a path is the folder itself or lies below it. */
export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`)

/** A free name like the wanted one: `notes (2).txt` where `notes.txt` is taken. */
export function freeName(wanted: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(wanted)) return wanted
  const dot = wanted.lastIndexOf('.')
  const [stem, end] = dot > 0 ? [wanted.slice(0, dot), wanted.slice(dot)] : [wanted, '']
  for (let number = 2; ; number += 1) {
    const name = `${stem} (${number})${end}`
    if (!isTaken(name)) return name
  }
}

const NAME_BYTES = 255

/** What is wrong with a name for one file; undefined when it is fine. */
export function nameProblem(name: string): 'dots' | 'empty' | 'long' | 'slash' | undefined {
  if (name === '') return 'empty'
  if (name === '.' || name === '..') return 'dots'
  if (name.includes('/') || name.includes('\0')) return 'slash'
  return bytesOfPath(name).length > NAME_BYTES ? 'long' : undefined
}
