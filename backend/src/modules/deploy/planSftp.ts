import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { PlanChange } from '@windlass/shared-kit/contract/rollout'
import type { SftpRules } from '../project/sftpRules.ts'
import type { SftpSession } from './sftpSession.ts'
import { filesBelow } from './transferredFiles.ts'

/** A comparison as the transfer by SFTP makes it: by size and time. */
export interface SftpComparison {
  session: SftpSession
  source: string
  /** The directory that is live; "" when nothing is. */
  live: string
  rules: SftpRules
  /** Everything that is not in the source will be gone, because the files go to a directory of their own. */
  isFresh: boolean
  signal: AbortSignal
}

/** What a name with control characters or broken letters looks like in a plan. */
const shown = (name: string): string =>
  name.replaceAll(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is to be shown
    /[\u0000-\u001f\u007f]/g,
    (char) => `\\#${char.charCodeAt(0).toString(8).padStart(3, '0')}`,
  )

interface There {
  size: number
  mtime: number
}

async function filesThere({ session, live, rules, isFresh, signal }: SftpComparison): Promise<Map<string, There>> {
  const found = new Map<string, There>()
  const walk = async (relative: string): Promise<void> => {
    signal.throwIfAborted()
    for (const { name, attrs } of await session.list(path.posix.join(live, relative))) {
      const inner = path.posix.join(relative, name)
      if (!isFresh && rules.isExcluded(inner, attrs.isDirectory())) continue
      if (attrs.isDirectory()) await walk(inner)
      else found.set(inner, { size: attrs.size, mtime: attrs.mtime })
    }
  }
  if (live !== '') await walk('')
  return found
}

/** Takes every path that the transfer would send or remove. */
export async function compareBySftp(comparison: SftpComparison, take: (change: PlanChange) => void): Promise<void> {
  const { source, rules, isFresh } = comparison
  const there = await filesThere(comparison)
  for (const name of await filesBelow(source, rules)) {
    const { size, mtimeMs } = await stat(path.join(source, name))
    const before = there.get(name)
    there.delete(name)
    if (before?.size === size && before.mtime === Math.floor(mtimeMs / 1000)) continue
    take({ action: before ? 'change' : 'add', path: shown(name), size })
  }
  if (!isFresh && !rules.isDeleting) return
  for (const name of there.keys()) take({ action: 'delete', path: shown(name), size: 0 })
}
