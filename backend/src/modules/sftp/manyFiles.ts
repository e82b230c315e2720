import { kindOfMode } from '@windlass/shared-kit/contract/sftpListing'
import { AppError, failed } from '../../platform/errors.ts'
import type { SftpClient } from '../../platform/sftp/sftpClient.ts'
import { isBareFailure, orMissing } from '../../platform/sftp/sftpError.ts'
import { copyTree, type Skipped } from './copyTree.ts'
import { inParallel } from './inParallel.ts'
import type { LongWork } from './progressStream.ts'
import { below, isWithin, nameOf } from './remotePath.ts'
import { type Found, walkTree } from './walkTree.ts'
import { requireFree, ThereError } from './writeFile.ts'

const AT_ONCE = 24
const TOLD_FAILURES = 50
const COUNT_LIMIT = 1_000_000
const COUNT_MS = 20_000

/** What did not work out of much that did; the rest is done. */
export interface Failures {
  count: number
  first: { path: string; message: string }[]
}

const newFailures = (): Failures => ({ count: 0, first: [] })

function note(failures: Failures, path: string, error: unknown): void {
  if (!(error instanceof AppError)) throw error
  failures.count++
  if (failures.first.length < TOLD_FAILURES) failures.first.push({ path, message: error.message })
}

/** @throws AppError that names the first of them and carries them all, up to a limit */
function requireNone({ count, first }: Failures, done: number, what: string): void {
  const [example] = first
  if (!example) return
  throw failed(`${count} of ${done + count} could not be ${what}. ${example.message}`, { failures: first, count })
}

/** What several paths hold. */
export interface Measure {
  files: number
  folders: number
  links: number
  others: number
  bytes: number
  isMore: boolean
}

/** Counts everything at and below the paths, up to a limit that keeps the page waiting no longer than it must. */
export async function measure(sftp: SftpClient, paths: readonly string[]): Promise<Measure> {
  const sum: Measure = { files: 0, folders: 0, links: 0, others: 0, bytes: 0, isMore: false }
  const deadline = Date.now() + COUNT_MS
  const onUnreadable = () => {
    sum.isMore = true
  }
  for (const path of paths) {
    for await (const { kind, attrs } of walkTree(sftp, path, { onUnreadable })) {
      if (kind === 'file') {
        sum.files++
        sum.bytes += attrs.size
      } else if (kind === 'dir') sum.folders++
      else if (kind === 'link') sum.links++
      else sum.others++
      if (sum.files + sum.folders + sum.links + sum.others >= COUNT_LIMIT || Date.now() > deadline) {
        return { ...sum, isMore: true }
      }
    }
  }
  return sum
}

/** Counts for a progress bar while the work has begun already. */
function countBeside(sftp: SftpClient, paths: readonly string[], { tally, signal }: LongWork): Promise<void> {
  const count = async () => {
    for (const path of paths) {
      for await (const { attrs, kind } of walkTree(sftp, path, { signal, onUnreadable: () => undefined })) {
        if (kind !== 'dir') tally.total++
        if (kind === 'file') tally.totalBytes += attrs.size
      }
    }
  }
  // It only serves the bar; what is wrong with the paths the work itself will say.
  return count().catch(() => undefined)
}

/** Deletes everything at and below the paths; goes on past what it may not delete, and tells. */
export async function deleteMany(
  sftp: SftpClient,
  paths: readonly string[],
  work: LongWork,
): Promise<{ deleted: number }> {
  const { tally, signal } = work
  if (paths.includes('/')) throw failed('/ is the whole disk; it is never deleted')
  const failures = newFailures()
  const counting = countBeside(sftp, paths, work)
  const remove = async ({ path, kind }: Found) => {
    tally.current = path
    try {
      await (kind === 'dir' ? sftp.removeFolder(path) : sftp.remove(path))
      tally.done++
    } catch (error) {
      // A folder that keeps something says so for the second time.
      if (kind !== 'dir' || failures.count === 0) note(failures, path, error)
    }
  }
  for (const path of paths) {
    let running: Promise<void>[] = []
    const onUnreadable = (folder: Found, error: unknown) => note(failures, folder.path, error)
    try {
      for await (const found of walkTree(sftp, path, { isInnerFirst: true, signal, onUnreadable })) {
        // What is in a folder must be gone before the folder itself.
        if (found.kind === 'dir' || running.length >= AT_ONCE) {
          await Promise.all(running)
          running = []
        }
        running.push(remove(found))
        if (found.kind === 'dir') await running.at(-1)
      }
    } catch (error) {
      signal.throwIfAborted()
      note(failures, path, error)
    } finally {
      await Promise.all(running)
    }
  }
  await counting
  requireNone(failures, tally.done, 'deleted')
  return { deleted: tally.done }
}

/** Changes every path, and with `isRecursive` everything below; links are left alone. */
export async function changeMany(
  sftp: SftpClient,
  paths: readonly string[],
  isRecursive: boolean,
  work: LongWork,
  change: (found: Found) => Promise<void>,
): Promise<{ changed: number }> {
  const { tally, signal } = work
  const failures = newFailures()
  const onUnreadable = (folder: Found, error: unknown) => note(failures, folder.path, error)
  const counting = isRecursive ? countBeside(sftp, paths, work) : undefined
  const all = async function* () {
    for (const path of paths) {
      const options = { isInnerFirst: true, signal, onUnreadable }
      if (isRecursive) yield* walkTree(sftp, path, options)
      else {
        const attrs = await sftp.lstat(path)
        yield { path, relative: '', kind: kindOfMode(attrs.mode), attrs }
      }
    }
  }
  await inParallel(all(), AT_ONCE, async (found) => {
    signal.throwIfAborted()
    tally.current = found.path
    if (found.kind === 'link') return
    await change(found).then(
      () => {
        tally.done++
      },
      (error: unknown) => note(failures, found.path, error),
    )
  })
  await counting
  requireNone(failures, tally.done, 'changed')
  return { changed: tally.done }
}

/** Where things go. */
export interface Destination {
  dir: string
  overwrite: boolean
  keepsOwner: boolean
}

/** Looks at every target before anything is touched. */
async function requireTargets(
  sftp: SftpClient,
  paths: readonly string[],
  { dir, overwrite }: Destination,
): Promise<void> {
  const names = new Set<string>()
  for (const path of paths) {
    const target = below(dir, nameOf(path))
    if (names.has(target)) throw failed(`two of these would become ${target}`)
    names.add(target)
    if (isWithin(dir, path)) throw failed(`${path} cannot be put into itself`)
    if (target === path) throw failed(`${path} is in ${dir} already`)
    const there = await orMissing(sftp.lstat(target))
    if (there && !overwrite) throw new ThereError(target, there)
  }
}

/** Copies everything into a folder of the same server. */
export async function copyMany(
  sftp: SftpClient,
  paths: readonly string[],
  destination: Destination,
  work: LongWork,
): Promise<{ copied: number; skipped: Skipped[] }> {
  await requireTargets(sftp, paths, destination)
  const counting = countBeside(sftp, paths, work)
  const skipped: Skipped[] = []
  for (const source of paths) {
    const target = below(destination.dir, nameOf(source))
    skipped.push(...(await copyTree({ ...destination, ...work, from: sftp, to: sftp, source, target })))
  }
  await counting
  return { copied: work.tally.done, skipped: skipped.slice(0, TOLD_FAILURES) }
}

async function moveOne(sftp: SftpClient, source: string, destination: Destination, work: LongWork): Promise<void> {
  const target = below(destination.dir, nameOf(source))
  const there = await orMissing(sftp.lstat(target))
  try {
    if (there && kindOfMode(there.mode) === 'dir') throw new ThereError(target, there)
    if (there) await sftp.replace(source, target)
    else await sftp.rename(source, target)
  } catch (error) {
    // Between two disks a server only says "Failure"; nothing else is left to try then.
    if (!isBareFailure(error)) throw error
    await requireFree(sftp, target, destination.overwrite)
    const skipped = await copyTree({ ...destination, ...work, from: sftp, to: sftp, source, target })
    const [first] = skipped
    if (first)
      throw failed(
        `${first.path} is ${first.why} and cannot be moved to another disk; the rest was copied, nothing deleted`,
      )
    await deleteMany(sftp, [source], { ...work, tally: { ...work.tally } })
  }
  work.tally.done++
}

/** Moves everything into a folder of the same server. */
export async function moveMany(
  sftp: SftpClient,
  paths: readonly string[],
  destination: Destination,
  work: LongWork,
): Promise<{ moved: number }> {
  await requireTargets(sftp, paths, destination)
  work.tally.total = paths.length
  for (const source of paths) {
    work.signal.throwIfAborted()
    work.tally.current = source
    await moveOne(sftp, source, destination, work)
  }
  return { moved: paths.length }
}
