import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { CommitInfo } from '@windlass/shared-kit/contract/repository'
import { failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { copyWorkingCopy } from './copyWorkingCopy.ts'
import { emptyRepository } from './emptyRepository.ts'
import { ftpRepository } from './ftpRepository.ts'
import { createGitRepository } from './gitRepository.ts'
import { createKeyLock } from './keyLock.ts'
import { knownHostsFile } from './knownHosts.ts'
import type { Followed, FollowTarget, RepositoryType, RepositoryWatch } from './repositoryType.ts'
import { createSftpRepository } from './sftpRepository.ts'
import { createSvnRepository } from './svnRepository.ts'

/** The part of a project that says where its files come from. */
export interface Source {
  id: number
  repoType: string
  url: string
}

/** Working copies of repositories, one for each project. */
export interface RepositoryService {
  /** @throws AppError with the reason when the repository does not answer */
  ping(repoType: string, url: string): Promise<void>
  remoteBranches(repoType: string, url: string): Promise<string[]>
  branches(source: Source): Promise<string[]>
  commits(source: Source, branch: string): Promise<CommitInfo[]>
  tags(source: Source): Promise<CommitInfo[]>
  /** The exact commit behind an id, a tag or the head of a branch; the files of the working copy stay as they are. */
  resolve(source: Source, target: FollowTarget): Promise<CommitInfo>
  /** Brings the working copy to a commit. Whatever else wants the working copy waits for it. */
  follow(source: Source, target: FollowTarget, watch: RepositoryWatch): Promise<Followed>
  /**
   * Brings a copy of the working copy to a commit, in a folder of the caller's; the working copy stays as it is, and
   * files that are the same keep their times in the copy.
   * @param prepare does something to the copy before it is brought there
   */
  followCopy(
    source: Source,
    target: FollowTarget,
    copy: { folder: string; prepare: () => Promise<void> },
    watch: RepositoryWatch,
  ): Promise<Followed>
  canGoBack(repoType: string): boolean
  /** The folder of the working copy. */
  folder(projectId: number): string
  /** Does something to the working copy while nothing else works in it. */
  alone<Result>(projectId: number, work: (folder: string) => Promise<Result>): Promise<Result>
  /** Deletes the working copy. */
  discard(projectId: number): Promise<void>
}

/** What stands beside a working copy while it is made or replaced, and after a console that was killed. */
const BESIDE = ['', '.clone', '.checkout', '.download', '.old']

const createTypes = ({ env, ssh }: Pick<Platform, 'env' | 'ssh'>): Partial<Record<string, RepositoryType>> => {
  const knownHosts = knownHostsFile(env.DATA_DIR)
  return {
    git: createGitRepository(knownHosts),
    svn: createSvnRepository(knownHosts),
    ftp: ftpRepository,
    sftp: createSftpRepository({ ssh, env }),
    empty: emptyRepository,
  }
}

/** Creates the access to working copies in DATA_DIR. */
export function createRepositoryService(platform: Pick<Platform, 'env' | 'ssh'>): RepositoryService {
  const lock = createKeyLock()
  const types = createTypes(platform)
  const folder = (projectId: number) => path.join(platform.env.DATA_DIR, 'repository', `project_${projectId}`)
  const typeOf = (repoType: string): RepositoryType => {
    const type = types[repoType]
    if (!type) throw failed(`there are no repositories of type ${repoType}; use ${Object.keys(types).join(', ')}`)
    return type
  }

  return {
    folder,
    canGoBack: (repoType) => types[repoType]?.canGoBack ?? false,
    ping: async (repoType, url) => {
      await typeOf(repoType).remoteBranches(url)
    },
    remoteBranches: (repoType, url) => typeOf(repoType).remoteBranches(url),
    branches: ({ id, repoType, url }) => lock(id, () => typeOf(repoType).branches(folder(id), url)),
    commits: ({ id, repoType, url }, branch) => lock(id, () => typeOf(repoType).commits(folder(id), url, branch)),
    tags: ({ id, repoType, url }) => lock(id, () => typeOf(repoType).tags(folder(id), url)),
    resolve: ({ id, repoType, url }, target) => lock(id, () => typeOf(repoType).resolve(folder(id), url, target)),
    follow: ({ id, repoType, url }, target, watch) =>
      lock(id, () => typeOf(repoType).follow(folder(id), url, target, watch)),
    followCopy: async ({ id, repoType, url }, target, copy, watch) => {
      await lock(id, () => copyWorkingCopy(folder(id), copy.folder, watch.signal))
      await copy.prepare()
      return typeOf(repoType).follow(copy.folder, url, target, watch)
    },
    alone: (projectId, work) => lock(projectId, () => work(folder(projectId))),
    discard: (projectId) =>
      lock(projectId, async () => {
        for (const end of BESIDE) {
          await rm(`${folder(projectId)}${end}`, { recursive: true, force: true, maxRetries: 3 })
        }
      }),
  }
}
