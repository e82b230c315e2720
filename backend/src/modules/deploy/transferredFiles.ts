import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import { readSftpRules, type SftpRules } from '../project/sftpRules.ts'
import { itemize } from './rsyncItemize.ts'
import { hasOwnRsync, type OfTarget } from './serverTools.ts'
import { transferWords } from './transfer.ts'

const LIMIT_MS = 300_000
/** rsync compares with nothing, so that it names everything it would send. */
const NOWHERE = '/nonexistent/windlass'

/** The files below a folder that the rules let through, relative to it. */
export async function filesBelow(root: string, rules: SftpRules, relative = ''): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(path.join(root, relative), { withFileTypes: true })) {
    const inner = path.posix.join(relative, entry.name)
    if (rules.isExcluded(inner, entry.isDirectory())) continue
    if (entry.isDirectory()) found.push(...(await filesBelow(root, rules, inner)))
    else if (entry.isFile()) found.push(inner)
  }
  return found
}

async function list(run: OfTarget, words: readonly string[], signal: AbortSignal): Promise<string[]> {
  const { project, workFolder } = run
  if (project.transferType !== 'rsync' || !(await hasOwnRsync())) {
    return filesBelow(workFolder, readSftpRules(words, project.transferType === 'rsync'))
  }
  const names: string[] = []
  const where = { source: workFolder, shell: [], destination: NOWHERE, env: {}, signal, timeoutMs: LIMIT_MS }
  await itemize({ words, ...where }, ({ path: name }) => names.push(name))
  // An escaped name is not the name on the disk; such files are not watched.
  return names.filter((name) => !name.includes('\\#'))
}

const lists = new WeakMap<OfTarget['publish'], Map<string, Promise<string[]>>>()

/** The files that this deploy brings to a server. Found out once, unless the options differ from server to server. */
export function transferredFiles(run: OfTarget, target: SshTarget, signal: AbortSignal): Promise<string[]> {
  const words = transferWords(run, target)
  const known = lists.get(run.publish) ?? new Map<string, Promise<string[]>>()
  lists.set(run.publish, known)
  const key = JSON.stringify(words)
  const found = known.get(key) ?? list(run, words, signal)
  known.set(key, found)
  return found
}
