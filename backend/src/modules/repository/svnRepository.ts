import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { failed } from '../../platform/errors.ts'
import { type SvnAddress, svnAddress } from './repositoryAddress.ts'
import {
  type Followed,
  type FollowTarget,
  type RepositoryType,
  type RepositoryWatch,
  resolveLiterally,
} from './repositoryType.ts'
import { literally, svn } from './svn.ts'
import { readSvnLog } from './svnLog.ts'

const LIST_LENGTH = 50
const BRANCH = 'master'
const REVISION = /^r([1-9]\d{0,9})$/

/** The revision in svn's words: `r12` of ours, else the newest. */
function revisionOf(commit: string): string {
  if (commit === '') return 'HEAD'
  const number = REVISION.exec(commit)?.[1]
  if (number === undefined)
    throw failed(`${JSON.stringify(commit)} is no revision of Subversion; choose one such as r12`)
  return number
}

interface Place {
  address: SvnAddress
  knownHosts: string
}

/** Definitions of externals may name any address, the disk of the console included: they are never followed. */
const COMMON = ['--ignore-externals']

async function checkOut(folder: string, place: Place, revision: string, watch: RepositoryWatch): Promise<void> {
  // Beside, and moved when it is whole: one that was killed is never taken for a working copy.
  const beside = `${folder}.checkout`
  await rm(beside, { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
  await mkdir(beside, { recursive: true, mode: 0o700 })
  const args = [...COMMON, `--revision=${revision}`, '--', literally(place.address.url), '.']
  await svn('checkout', args, { ...place, ...watch, cwd: beside })
  await rename(beside, folder)
}

async function update(folder: string, place: Place, revision: string, watch: RepositoryWatch): Promise<void> {
  const { knownHosts } = place
  const here = { cwd: folder, knownHosts, ...watch, onOutput: () => undefined }
  // First what an svn that was killed left locked, then whatever scripts have changed since. Files that are ignored
  // stay: builds keep what they have fetched and compiled there.
  await svn('cleanup', [], here)
  await svn('revert', ['--recursive', '--quiet', '--', '.'], here)
  await svn('cleanup', ['--remove-unversioned', '--quiet'], here)
  const options = [...COMMON, '--force', '--accept=theirs-full', `--revision=${revision}`]
  await svn('update', [...options, '--', '.'], { ...place, cwd: folder, ...watch })
}

async function remarksOn(folder: string, { knownHosts }: Place): Promise<string[]> {
  const found = await svn('propget', ['--recursive', 'svn:externals', '--', '.'], {
    cwd: folder,
    knownHosts,
  })
  if (found.trim() === '') return []
  return ['the repository has externals, which are not fetched; "svn update" can do it in the script after the pull']
}

async function readLog(place: Place, operand: string, range: string, count: number, cwd?: string) {
  const options = ['--xml', '--verbose', `--limit=${count}`, `--revision=${range}`, '--', operand]
  return readSvnLog(await svn('log', options, { ...place, ...(cwd !== undefined && { cwd }) }))
}

async function follow(folder: string, place: Place, target: FollowTarget, watch: RepositoryWatch): Promise<Followed> {
  const revision = revisionOf(target.commit)
  if (existsSync(path.join(folder, '.svn', 'wc.db'))) await update(folder, place, revision, watch)
  else await checkOut(folder, place, revision, watch)
  const [commit] = await readLog(place, '.', 'BASE:1', 1, folder)
  if (!commit) throw failed('the repository has no revisions yet; commit something first')
  return { commit, remarks: await remarksOn(folder, place) }
}

/** Working copies of Subversion repositories. There is one line of history, which is called `master`. */
export function createSvnRepository(knownHosts: string): RepositoryType {
  const at = (url: string): Place => ({ address: svnAddress(url), knownHosts })
  return {
    canGoBack: true,
    remoteBranches: async (url) => {
      const place = at(url)
      await svn('info', ['--', literally(place.address.url)], place)
      return [BRANCH]
    },
    branches: async () => [BRANCH],
    commits: (_folder, url) => {
      const place = at(url)
      return readLog(place, literally(place.address.url), 'HEAD:1', LIST_LENGTH)
    },
    tags: async () => [],
    resolve: resolveLiterally,
    follow: (folder, url, target, watch) => follow(folder, at(url), target, watch),
  }
}
