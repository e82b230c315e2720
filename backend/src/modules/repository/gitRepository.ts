import { existsSync } from 'node:fs'
import { lstat, mkdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { CommitInfo } from '@windlass/shared-kit/contract/repository'
import { failed } from '../../platform/errors.ts'
import { type GitRemote, git } from './git.ts'
import { readBranches, readLog, readTags } from './gitLog.ts'
import { gitAddress } from './repositoryAddress.ts'
import type { Followed, FollowTarget, RepositoryType, RepositoryWatch } from './repositoryType.ts'

const FULL_ID = /^[0-9a-f]{40}$/
const SHORT_ID = /^[0-9a-f]{4,39}$/
/** What a git that was killed leaves behind; nobody else works in this folder. */
const LEFT_LOCKS = ['index.lock', 'HEAD.lock', 'packed-refs.lock', 'shallow.lock', 'config.lock']
/** More than anybody writes by hand; the file comes from the repository. */
const ATTRIBUTES_LIMIT = 1024 * 1024

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

async function prepare(folder: string, remote: GitRemote, watch: RepositoryWatch): Promise<void> {
  const { plain } = gitAddress(remote.url)
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
  await git(['clone', '--no-checkout', '--', plain, beside], { remote, ...watch })
  await rename(beside, folder)
}

const ALL_REFS = ['+refs/heads/*:refs/remotes/origin/*', '+refs/tags/*:refs/tags/*']

const fetchAll = (cwd: string, remote: GitRemote, watch: RepositoryWatch) =>
  git(['fetch', '--prune', '--prune-tags', '--force', 'origin', ...ALL_REFS], { cwd, remote, ...watch })

/** Finds the id of what is to be deployed; names are looked up literally and never read as an expression. */
async function resolveTarget(
  cwd: string,
  remote: GitRemote,
  { commit, branch }: FollowTarget,
  watch: RepositoryWatch,
): Promise<string> {
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
      await git(['fetch', '--', 'origin', commit], { cwd, remote, ...watch })
    } catch (error) {
      watch.signal?.throwIfAborted()
      throw failed(`there is no commit ${commit} in the repository`, { cause: String(error) })
    }
    return commit
  }
  const tagged = await refExists(cwd, `refs/tags/${commit}`)
  if (tagged !== '') return commitOf(cwd, tagged)
  const known = commit.startsWith('origin/') ? await refExists(cwd, `refs/remotes/${commit}`) : ''
  if (known !== '') return known
  const id = SHORT_ID.test(commit) ? await commitOf(cwd, commit) : ''
  if (id === '') throw failed(`there is no commit or tag ${JSON.stringify(commit)} in the repository`)
  return id
}

/** A small regular file of the working copy; "" for anything else, for a link may lead to the console's own files. */
async function readSmall(file: string): Promise<string> {
  const found = await lstat(file, {}).catch(() => undefined)
  return found?.isFile() && found.size <= ATTRIBUTES_LIMIT ? readFile(file, 'utf8') : ''
}

async function remarksOn(folder: string): Promise<string[]> {
  const remarks: string[] = []
  if ((await readSmall(path.join(folder, '.gitmodules'))) !== '') {
    remarks.push(
      'the repository has submodules, which are not fetched; "git submodule update --init" can do it after the pull',
    )
  }
  if ((await readSmall(path.join(folder, '.gitattributes'))).includes('filter=lfs')) {
    remarks.push('the repository uses Git LFS: without git-lfs on this machine its large files are pointers only')
  }
  return remarks
}

/** The id of what is to be deployed, after a fetch unless it is here already; the files stay as they are. */
async function locate(
  folder: string,
  remote: GitRemote,
  target: FollowTarget,
  watch: RepositoryWatch,
): Promise<string> {
  await prepare(folder, remote, watch)
  const isHere = FULL_ID.test(target.commit) && (await commitOf(folder, target.commit)) !== ''
  if (!isHere) await fetchAll(folder, remote, watch)
  return resolveTarget(folder, remote, target, watch)
}

async function resolve(folder: string, remote: GitRemote, target: FollowTarget): Promise<CommitInfo> {
  const id = await locate(folder, remote, target, {})
  const [commit] = await readLog(folder, id, 1)
  if (!commit) throw failed(`git does not know commit ${id}`)
  return commit
}

/** Brings the working copy of a project to a commit; creates it when it is not there. */
async function follow(
  folder: string,
  remote: GitRemote,
  target: FollowTarget,
  watch: RepositoryWatch,
): Promise<Followed> {
  const id = await locate(folder, remote, target, watch)
  await git(['checkout', '--force', '--detach', id, '--'], { cwd: folder, ...watch })
  // Files that are ignored stay: builds keep what they have fetched and compiled there.
  await git(['clean', '-fd'], { cwd: folder, ...watch })
  const [commit] = await readLog(folder, id, 1)
  if (!commit) throw failed(`git does not know commit ${id} after it was checked out`)
  return { commit, remarks: await remarksOn(folder) }
}

async function commits(folder: string, remote: GitRemote, branch: string) {
  await prepare(folder, remote, {})
  const refs = [`refs/remotes/${branch}`, `refs/remotes/origin/${branch}`]
  for (const ref of refs) if ((await refExists(folder, ref)) !== '') return readLog(folder, ref)
  await fetchAll(folder, remote, {})
  for (const ref of refs) if ((await refExists(folder, ref)) !== '') return readLog(folder, ref)
  throw failed(`there is no branch ${JSON.stringify(branch)} in the repository`)
}

async function remoteBranches(remote: GitRemote): Promise<string[]> {
  const text = await git(['ls-remote', '--heads', '--', gitAddress(remote.url).plain], { remote })
  return text
    .split('\n')
    .flatMap((line) => line.split('\t')[1] ?? [])
    .map((ref) => ref.replace(/^refs\/heads\//, ''))
}

/** Working copies of git repositories; the keys of hosts that are reached by SSH are learnt into a file. */
export function createGitRepository(knownHosts: string): RepositoryType {
  const at = (url: string): GitRemote => ({ url, knownHosts })
  const updated = async (folder: string, url: string) => {
    await prepare(folder, at(url), {})
    await fetchAll(folder, at(url), {})
  }
  return {
    canGoBack: true,
    remoteBranches: (url) => remoteBranches(at(url)),
    branches: async (folder, url) => {
      await updated(folder, url)
      return readBranches(folder)
    },
    commits: (folder, url, branch) => commits(folder, at(url), branch),
    // The files of the working copy stay as they are.
    tags: async (folder, url) => {
      await updated(folder, url)
      return readTags(folder)
    },
    resolve: (folder, url, target) => resolve(folder, at(url), target),
    follow: (folder, url, target, watch) => follow(folder, at(url), target, watch),
  }
}
