import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The folder that holds the workspace. */
export const ROOT = path.resolve(import.meta.dirname, '../..')

/** What the backend serves. */
export const CONSOLE_DIR = path.join(ROOT, 'dist/console')

/** Every area of the workspace: the folders `remote-*`. */
export function remoteIds(): string[] {
  return readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.startsWith('remote-'))
    .map((entry) => entry.name.slice('remote-'.length))
    .sort()
}

/** The version a package names in its package.json. */
export function packageVersion(dir: string): string {
  // Our own file: a package of this workspace always has a version.
  return (JSON.parse(readFileSync(path.join(dir, 'package.json'), 'utf8')) as { version: string }).version
}
