import { createHash } from 'node:crypto'

/** The value of an `integrity` attribute, of a file in contents.json, or of a source in a content security policy. */
export function integrityOf(content: Buffer | string, algorithm: 'sha256' | 'sha384' = 'sha384'): string {
  return `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`
}
