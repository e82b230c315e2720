import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { integrityOf } from '@windlass/backend/artefact/integrityOf'

/** Integrity of every script and style sheet in a folder, by file name. */
export function integrityOfFolder(dir: string): Record<string, string> {
  const names = readdirSync(dir).filter((name) => /\.(js|mjs|css)$/.test(name))
  return Object.fromEntries(names.map((name) => [name, integrityOf(readFileSync(path.join(dir, name)))]))
}
