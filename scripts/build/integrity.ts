import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The value of an `integrity` attribute, or of a source in a content security policy. */
export function integrityOf(content: Buffer | string, algorithm: 'sha256' | 'sha384' = 'sha384'): string {
  return `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`
}

/** Integrity of every script and style sheet in a folder, by file name. */
export function integrityOfFolder(dir: string): Record<string, string> {
  const names = readdirSync(dir).filter((name) => /\.(js|mjs|css)$/.test(name))
  return Object.fromEntries(names.map((name) => [name, integrityOf(readFileSync(path.join(dir, name)))]))
}
