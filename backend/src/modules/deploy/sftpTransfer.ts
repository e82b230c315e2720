import { randomUUID } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { lstat, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Ssh } from '../../platform/ssh/ssh.ts'
import type { SftpRules } from '../project/sftpRules.ts'
import { StageError } from './deployError.ts'
import type { OutputSink } from './deployLog.ts'
import type { DeployRun } from './deployRun.ts'
import { createSftpSession, type SftpSession } from './sftpSession.ts'
import type { Transfer } from './transfer.ts'

interface Walk {
  session: SftpSession
  transfer: Transfer
  rules: SftpRules
  signal: AbortSignal
  say: (line: string) => void
}

const MODE_BITS = 0o777
/** What stands in a name for bytes that are no text: the file cannot be asked for by it, nor named over SFTP. */
const LOST = '\ufffd'

/** A name from the repository as one line of the log. */
const shown = (name: string): string => {
  const text = JSON.stringify(name).slice(1, -1)
  return text.includes('\\n') || text.includes('\\r') || text.includes('\\u') ? `"${text}"` : name
}

async function refuseLost(root: string, relative: string): Promise<void> {
  if (!relative.includes(LOST) || (await lstat(path.join(root, relative)).catch(() => undefined))) return
  throw new StageError(
    `${JSON.stringify(relative)}: the name is not valid UTF-8, which SFTP needs; rename it or use rsync`,
  )
}

const place = (transfer: Transfer, relative: string) => path.posix.join(transfer.destination, relative)

async function putFile({ session, transfer, rules, say }: Walk, root: string, relative: string): Promise<void> {
  const local = path.join(root, relative)
  const remote = place(transfer, relative)
  const { size, mtimeMs, mode } = await stat(local)
  const seconds = Math.floor(mtimeMs / 1000)
  const there = transfer.isFresh ? undefined : await session.look(remote)
  if (there?.isFile() && there.size === size && there.mtime === seconds) {
    if ((there.mode & MODE_BITS) !== (mode & MODE_BITS)) await session.setMode(remote, mode & MODE_BITS)
    return
  }
  if (there?.isDirectory()) throw new StageError(`${remote} is a directory on the server but a file in the repository`)
  // Written beside and renamed: whoever reads the old file reads all of it.
  const beside = transfer.isFresh ? remote : `${path.posix.dirname(remote)}/.windlass-${randomUUID()}`
  try {
    await session.put(local, beside, mode & MODE_BITS)
    await session.setMode(beside, mode & MODE_BITS)
    await session.setTimes(beside, seconds)
    if (beside !== remote) await session.replace(beside, remote)
  } catch (error) {
    if (beside !== remote) await session.remove(beside).catch(() => say(`could not remove ${beside}`))
    throw new StageError(
      `${remote} cannot be written: ${error instanceof Error ? error.message : String(error)} (is the disk full, or is it not allowed?)`,
    )
  }
  if (rules.isVerbose) say(shown(relative))
}

async function ensureFolder({ session, transfer }: Walk, relative: string): Promise<void> {
  const remote = place(transfer, relative)
  const there = await session.look(remote)
  if (there === undefined) return session.makeFolder(remote)
  if (!there.isDirectory() && !there.isSymbolicLink())
    throw new StageError(`${remote} is not a directory on the server`)
}

async function removeTree(walk: Walk, relative: string, isFolder: boolean): Promise<boolean> {
  const { session, transfer, rules, signal, say } = walk
  signal.throwIfAborted()
  if (rules.isExcluded(relative, isFolder)) return false
  const remote = place(transfer, relative)
  if (isFolder) {
    let isEmpty = true
    for (const { name, attrs } of await session.list(remote)) {
      const isGone = await removeTree(walk, path.posix.join(relative, name), attrs.isDirectory())
      isEmpty &&= isGone
    }
    if (!isEmpty) return false
    await session.removeFolder(remote)
  } else await session.remove(remote)
  say(`deleting ${shown(relative)}`)
  return true
}

async function removeOthers(walk: Walk, relative: string, kept: ReadonlySet<string>): Promise<void> {
  for (const { name, attrs } of await walk.session.list(place(walk.transfer, relative))) {
    if (!kept.has(name)) await removeTree(walk, path.posix.join(relative, name), attrs.isDirectory())
  }
}

async function putFolder(walk: Walk, root: string, relative: string): Promise<void> {
  const { rules, signal, say, transfer } = walk
  if (relative !== '') await ensureFolder(walk, relative)
  const entries: Dirent[] = await readdir(path.join(root, relative), { withFileTypes: true })
  const kept = new Set<string>()
  for (const entry of entries) {
    signal.throwIfAborted()
    const inner = path.posix.join(relative, entry.name)
    if (rules.isExcluded(inner, entry.isDirectory())) continue
    kept.add(entry.name)
    await refuseLost(root, inner)
    if (entry.isDirectory()) await putFolder(walk, root, inner)
    else if (entry.isFile()) await putFile(walk, root, inner)
    else say(`skipped ${shown(inner)}: it is not a regular file`)
  }
  // After the files: should the transfer fail, nothing that was in use is missing.
  if (rules.isDeleting && !transfer.isFresh) await removeOthers(walk, relative, kept)
}

/** Brings the working copy to a server file by file, for servers without rsync. */
export async function transferBySftp(
  run: DeployRun,
  ssh: Ssh,
  { transfer, rules }: { transfer: Transfer; rules: SftpRules },
  sink: OutputSink,
): Promise<void> {
  const say = (line: string) => sink.take(Buffer.from(`${line}\n`), 'out')
  if (rules.isVerbose) say('sending file list')
  await ssh.sftp(
    transfer.target,
    (sftp) =>
      putFolder({ session: createSftpSession(sftp), transfer, rules, signal: run.signal, say }, run.workFolder, ''),
    run.signal,
  )
  say('sent files success')
}
