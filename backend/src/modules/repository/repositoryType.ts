import type { CommitInfo } from '@windlass/shared-kit/contract/repository'

/** What to bring a working copy to: a commit, tag or revision, else the newest of the branch. */
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

/** What a caller may want to know of work on a repository, and how he ends it. */
export interface RepositoryWatch {
  signal?: AbortSignal
  timeoutMs?: number
  /** Gets what a person may want to read while it goes on. */
  onOutput?: (chunk: Buffer) => void
  /** Is told the process group of each program that is started. */
  onSpawn?: (pid: number) => void
}

/** What a type of repository can do; each type is one of these. */
export interface RepositoryType {
  /** An older commit can be fetched again. */
  canGoBack: boolean
  /** Branches of a repository that may have no working copy yet. @throws AppError when it does not answer */
  remoteBranches(url: string): Promise<string[]>
  branches(folder: string, url: string): Promise<string[]>
  commits(folder: string, url: string, branch: string): Promise<CommitInfo[]>
  tags(folder: string, url: string): Promise<CommitInfo[]>
  /** The exact commit behind a name; the files of the working copy stay as they are. */
  resolve(folder: string, url: string, target: FollowTarget): Promise<CommitInfo>
  /** Brings the working copy to its target, or leaves it as it was. */
  follow(folder: string, url: string, target: FollowTarget, watch: RepositoryWatch): Promise<Followed>
}

/** A commit of a repository that knows no commits. */
export const VIRTUAL_COMMIT: CommitInfo = {
  branch: '',
  commit: '',
  author: '',
  timestamp: 0,
  message: '',
  tag: '',
  diff: '',
}

const VIRTUAL = 'virtual'

/** Where a name cannot mean anything else tomorrow, it is taken as it stands. */
export const resolveLiterally: RepositoryType['resolve'] = async (_folder, _url, { commit }) => ({
  ...VIRTUAL_COMMIT,
  commit,
})

/** What the types have in common whose files have no history. */
export const withoutHistory = (ping: (url: string) => Promise<void>): Omit<RepositoryType, 'follow'> => ({
  canGoBack: false,
  remoteBranches: async (url) => {
    await ping(url)
    return [VIRTUAL]
  },
  branches: async () => [VIRTUAL],
  commits: async () => [{ ...VIRTUAL_COMMIT, commit: VIRTUAL }],
  tags: async () => [],
  resolve: resolveLiterally,
})

/** How such a repository says that it was followed. */
export const followedNow = (remarks: string[] = []): Followed => ({
  commit: { ...VIRTUAL_COMMIT, timestamp: Math.floor(Date.now() / 1000) },
  remarks,
})
