import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { CommitInfo } from '@windlass/shared-kit/contract/repository'
import { failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { GitWatch } from './git.ts'
import {
  type Followed,
  type FollowTarget,
  followGit,
  gitBranches,
  gitCommits,
  gitRemoteBranches,
  gitTags,
} from './gitRepository.ts'
import { createKeyLock } from './keyLock.ts'

/** The part of a project that says where its files come from. */
export interface Source {
  id: number
  repoType: string
  url: string
}

/** What a type of repository can do; each type is one of these. */
interface RepositoryType {
  /** An older commit can be fetched again. */
  canGoBack: boolean
  remoteBranches(url: string): Promise<string[]>
  branches(folder: string, url: string): Promise<string[]>
  commits(folder: string, url: string, branch: string): Promise<CommitInfo[]>
  tags(folder: string, url: string): Promise<CommitInfo[]>
  follow(folder: string, url: string, target: FollowTarget, watch: GitWatch): Promise<Followed>
}

/** Working copies of repositories, one for each project. */
export interface RepositoryService {
  /** @throws AppError with the reason when the repository does not answer */
  ping(repoType: string, url: string): Promise<void>
  remoteBranches(repoType: string, url: string): Promise<string[]>
  branches(source: Source): Promise<string[]>
  commits(source: Source, branch: string): Promise<CommitInfo[]>
  tags(source: Source): Promise<CommitInfo[]>
  /** Brings the working copy to a commit. Whatever else wants the working copy waits for it. */
  follow(source: Source, target: FollowTarget, watch: GitWatch): Promise<Followed>
  canGoBack(repoType: string): boolean
  /** The folder of the working copy. */
  folder(projectId: number): string
  /** Deletes the working copy. */
  discard(projectId: number): Promise<void>
}

const VIRTUAL: CommitInfo = { branch: '', commit: '', author: '', timestamp: 0, message: '', tag: '', diff: '' }

const TYPES: Partial<Record<string, RepositoryType>> = {
  git: {
    canGoBack: true,
    remoteBranches: gitRemoteBranches,
    branches: gitBranches,
    commits: gitCommits,
    tags: gitTags,
    follow: followGit,
  },
  empty: {
    canGoBack: false,
    remoteBranches: async () => ['virtual'],
    branches: async () => ['virtual'],
    commits: async () => [{ ...VIRTUAL, commit: 'virtual' }],
    tags: async () => [],
    follow: async (folder) => {
      await rm(folder, { recursive: true, force: true })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return { commit: { ...VIRTUAL, timestamp: Math.floor(Date.now() / 1000) }, remarks: [] }
    },
  },
}

const typeOf = (repoType: string): RepositoryType => {
  const type = TYPES[repoType]
  if (!type) throw failed(`repositories of type ${repoType} are not available; use git or empty`)
  return type
}

/** Creates the access to working copies in DATA_DIR. */
export function createRepositoryService({ env }: Pick<Platform, 'env'>): RepositoryService {
  const lock = createKeyLock()
  const folder = (projectId: number) => path.join(env.DATA_DIR, 'repository', `project_${projectId}`)

  return {
    folder,
    canGoBack: (repoType) => TYPES[repoType]?.canGoBack ?? false,
    ping: async (repoType, url) => {
      await typeOf(repoType).remoteBranches(url)
    },
    remoteBranches: (repoType, url) => typeOf(repoType).remoteBranches(url),
    branches: ({ id, repoType, url }) => lock(id, () => typeOf(repoType).branches(folder(id), url)),
    commits: ({ id, repoType, url }, branch) => lock(id, () => typeOf(repoType).commits(folder(id), url, branch)),
    tags: ({ id, repoType, url }) => lock(id, () => typeOf(repoType).tags(folder(id), url)),
    follow: ({ id, repoType, url }, target, watch) =>
      lock(id, () => typeOf(repoType).follow(folder(id), url, target, watch)),
    discard: (projectId) =>
      lock(projectId, () => rm(folder(projectId), { recursive: true, force: true, maxRetries: 3 })),
  }
}
