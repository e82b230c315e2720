import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './workspace.ts'

const IS_TEST = /\.test\.tsx?$/

function* filesBelow(entry: string): Generator<string> {
  if (!existsSync(entry)) return
  if (statSync(entry).isFile()) {
    if (!IS_TEST.test(entry)) yield entry
    return
  }
  for (const name of readdirSync(entry).sort()) yield* filesBelow(path.join(entry, name))
}

/** A fingerprint of everything that can change what is built from these files and folders. */
export function stampOf(entries: readonly string[]): string {
  const hash = createHash('sha256')
  for (const entry of [
    ...entries,
    'pnpm-lock.yaml',
    'shared-kit/federation.mjs',
    'shared-kit/federation',
    'scripts/build',
  ]) {
    for (const file of filesBelow(path.resolve(ROOT, entry))) {
      hash.update(path.relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0')
    }
  }
  return hash.digest('hex').slice(0, 8)
}
