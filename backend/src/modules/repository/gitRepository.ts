import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { CommitInfo } from '@windlass/shared-kit/contract/repository'
import { failed } from '../../platform/errors.ts'
import { type GitWatch, git, requireAddress } from './git.ts'
import { readBranches, readLog, readTags } from './gitLog.ts'

/** What to bring a working copy to: a commit or tag, else the newest of the branch. */
export interface FollowTarget {
  branch: string
  commit: string
}

/** A working copy brought to its target. */
export interface Followed {
  commit: CommitInfo
  /** What the person should know although it worked. */
  remarks: string[]
}

const FULL_ID = /^[0-9a-f]{40}$/
const SHORT_ID = /^[0-9a-f]{4,39}$/
/** What a git that was killed leaves behind; nobody else works in this folder. */
const LEFT_LOCKS = ['index.lock', 'HEAD.lock', 'packed-refs.lock', 'shallow.lock', 'config.lock']

const refExists = async (cwd: string, ref: string): Promise<string> => {
  try {
    return (await git(['show-ref', '--verify', '--hash', '--', ref], { cwd })).trim()
  } catch {
    // git says "not a valid ref" for whatever is not there, which is the answer here.
    return ''
  }
}

const commitOf = async (cwd: string, id: string): Promise<string> => {
  try {
    return (await git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${id}^{commit}`], { cwd })).trim()
  } catch {
    // Unknown or ambiguous: the caller says so in the person's words.
    return ''
  }
}

async function prepare(folder: string, url: string, watch: GitWatch): Promise<void> {
  const { plain } = requireAddress(url)
  if (existsSync(path.join(folder, '.git', 'HEAD'))) {
    for (const name of LEFT_LOCKS) await rm(path.join(folder, '.git', name), { force: true })
    await git(['remote', 'set-url', '--', 'origin', plain], { cwd: folder })
    return
  }
  // Cloned beside and moved when it is whole, so that a clone that was killed is never taken for a working copy.
  const beside = `${folder}.clone`
  await rm(beside, { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
  await mkdir(path.dirname(folder), { recursive: true, mode: 0o700 })
  await git(['clone', '--no-checkout', '--', plain, beside], { url, ...watch })
  await rename(beside, folder)
}

const fetchAll = (folder: string, url: string, watch: GitWatch) =>
  git(
    [
      'fetch',
      '--prune',
      '--prune-tags',
      '--force',
      'origin',
      '+refs/heads/*:refs/remotes/origin/*',
      '+refs/tags/*:refs/tags/*',
    ],
    {
      cwd: folder,
      url,
      ...watch,
    },
  )

/** Finds the id of what is to be deployed; names are looked up literally and never read as an expression. */
async function resolveTarget(cwd: string, url: string, target: FollowTarget, watch: GitWatch): Promise<string> {
  const { commit, branch } = target
  if (commit === '') {
    const id = await refExists(cwd, `refs/remotes/origin/${branch}`)
    if (id !== '') return id
    const known = await readBranches(cwd)
    if (known.length === 0) throw failed('the repository has no commits yet; push something first')
    throw failed(`there is no branch ${JSON.stringify(branch)} in the repository`)
  }
  if (FULL_ID.test(commit)) {
    if ((await commitOf(cwd, commit)) !== '') return commit
    // A commit no branch or tag leads to any more, after a force-push for example.
    try {
      await git(['fetch', '--', 'origin', commit], { cwd, url, ...watch })
    } catch (error) {
      watch.signal?.throwIfAborted()
      throw failed(`there is no commit ${commit} in the repository`, { cause: String(error) })
    }
    return commit
  }
  const tagged = await refExists(cwd, `refs/tags/${commit}`)
  if (tagged !== '') return commitOf(cwd, tagged)
  const remote = commit.startsWith('origin/') ? await refExists(cwd, `refs/remotes/${commit}`) : ''
  if (remote !== '') return remote
  const id = SHORT_ID.test(commit) ? await commitOf(cwd, commit) : ''
  if (id === '') throw failed(`there is no commit or tag ${JSON.stringify(commit)} in the repository`)
  return id
}

async function remarksOn(folder: string): Promise<string[]> {
  const remarks: string[] = []
  if (existsSync(path.join(folder, '.gitmodules'))) {
    remarks.push(
      'the repository has submodules, which are not fetched; "git submodule update --init" can do it after the pull',
    )
  }
  const attributes = path.join(folder, '.gitattributes')
  if (existsSync(attributes) && (await readFile(attributes, 'utf8')).includes('filter=lfs')) {
    remarks.push('the repository uses Git LFS: without git-lfs on this machine its large files are pointers only')
  }
  return remarks
}

/** Brings the working copy of a project to a commit; creates it when it is not there. */
export async function followGit(folder: string, url: string, target: FollowTarget, watch: GitWatch): Promise<Followed> {
  await prepare(folder, url, watch)
  const isHere = FULL_ID.test(target.commit) && (await commitOf(folder, target.commit)) !== ''
  if (!isHere) await fetchAll(folder, url, watch)
  const id = await resolveTarget(folder, url, target, watch)
  await git(['checkout', '--force', '--detach', id, '--'], { cwd: folder, ...watch })
  // Files that are ignored stay: builds keep what they have fetched and compiled there.
  await git(['clean', '-fd'], { cwd: folder, ...watch })
  const [commit] = await readLog(folder, id, 1)
  if (!commit) throw failed(`git does not know commit ${id} after it was checked out`)
  return { commit, remarks: await remarksOn(folder) }
}

const updated = async (folder: string, url: string) => {
  await prepare(folder, url, {})
  await fetchAll(folder, url, {})
}

/** Branches after a fetch. */
export async function gitBranches(folder: string, url: string): Promise<string[]> {
  await updated(folder, url)
  return readBranches(folder)
}

/** The latest commits of a branch, which is named `origin/…` or as the repository names it. */
export async function gitCommits(folder: string, url: string, branch: string): Promise<CommitInfo[]> {
  await prepare(folder, url, {})
  const refs = [`refs/remotes/${branch}`, `refs/remotes/origin/${branch}`]
  for (const ref of refs) if ((await refExists(folder, ref)) !== '') return readLog(folder, ref)
  await fetchAll(folder, url, {})
  for (const ref of refs) if ((await refExists(folder, ref)) !== '') return readLog(folder, ref)
  throw failed(`there is no branch ${JSON.stringify(branch)} in the repository`)
}

/** Tags after a fetch; the files of the working copy stay as they are. */
export async function gitTags(folder: string, url: string): Promise<CommitInfo[]> {
  await updated(folder, url)
  return readTags(folder)
}

/** Branches of a repository elsewhere, by their full names. */
export async function gitRemoteBranches(url: string): Promise<string[]> {
  const text = await git(['ls-remote', '--heads', '--', requireAddress(url).plain], { url })
  return text
    .split('\n')
    .flatMap((line) => line.split('\t')[1] ?? [])
    .map((ref) => ref.replace(/^refs\/heads\//, ''))
}
