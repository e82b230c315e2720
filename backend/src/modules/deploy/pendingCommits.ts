import { existsSync } from 'node:fs'
import path from 'node:path'
import { DeployPendingList, type PendingCommits } from '@windlass/shared-kit/contract/deployPending'
import type { Platform } from '../../platform/platform.ts'
import type { ProjectInPlain, ProjectService } from '../project/project.service.ts'
import { git } from '../repository/git.ts'
import type { RepositoryService } from '../repository/repository.service.ts'
import { createPublishStore } from './publish.store.ts'

/** How old an answer may be before the repository is asked again. */
const FRESH_MS = 60_000
/** More repositories than this are not asked at the same moment: deploys need the line too. */
const AT_ONCE = 2
/** Beyond this many the number says "more than". */
const MOST_COMMITS = 100
const FORMAT = '%H%x00%an%x00%at%x00%s'

/** A project together with the commit that its servers run. */
export interface LiveProject extends ProjectInPlain {
  liveCommit: string
}

/** What waits to be deployed, known from an earlier look; a look in the background follows where that is old. */
export interface PendingLooks {
  of(projects: readonly LiveProject[]): { list: PendingCommits[]; isLooking: boolean }
}

interface Look {
  /** What it was about; another live commit or branch makes it void. */
  subject: string
  time: number
  found: PendingCommits | undefined
}

async function readPending(folder: string, { id, branch, liveCommit }: LiveProject): Promise<PendingCommits> {
  const range = `${liveCommit}..refs/remotes/origin/${branch}`
  const options = [`--max-count=${MOST_COMMITS}`, `--format=${FORMAT}`, '--no-show-signature']
  const text = await git(['log', ...options, '--end-of-options', range, '--'], { cwd: folder })
  const commits = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [commit = '', author = '', time = '', message = ''] = line.split('\0')
      return { commit, author, timestamp: Number(time) || 0, message }
    })
  return { projectId: id, commits, isMore: commits.length === MOST_COMMITS }
}

/** Looks for commits after the live one without keeping anybody waiting. */
function createPendingLooks(
  { log }: Pick<Platform, 'log'>,
  repositories: RepositoryService,
  now: () => number = Date.now,
): PendingLooks {
  const looks = new Map<number, Look>()
  const waiting = new Map<number, LiveProject>()
  const lookedAt = new Set<number>()

  const look = async (project: LiveProject): Promise<PendingCommits | undefined> => {
    const folder = repositories.folder(project.id)
    // Without a working copy a look would be a clone, which belongs to a deploy.
    if (!existsSync(path.join(folder, '.git', 'HEAD'))) return undefined
    try {
      await repositories.branches(project)
      return await readPending(folder, project)
    } catch (error) {
      // The board goes on without the number; whoever deploys is told the reason.
      log.info({ projectId: project.id, err: error }, 'commits since the live version could not be counted')
      return undefined
    }
  }
  const take = (): LiveProject | undefined => {
    const [project] = waiting.values()
    if (project) waiting.delete(project.id)
    return project
  }
  const work = async (): Promise<void> => {
    for (let project = take(); project; project = take()) {
      lookedAt.add(project.id)
      looks.set(project.id, { subject: subjectOf(project), time: now(), found: await look(project) })
      lookedAt.delete(project.id)
    }
  }

  return {
    of: (projects) => {
      const asked = projects.filter(({ repoType, liveCommit }) => repoType === 'git' && liveCommit !== '')
      const known = (project: LiveProject) => {
        const last = looks.get(project.id)
        return last?.subject === subjectOf(project) ? last : undefined
      }
      const stale = asked.filter((project) => now() - (known(project)?.time ?? 0) > FRESH_MS)
      for (const project of stale) if (!lookedAt.has(project.id)) waiting.set(project.id, project)
      while (lookedAt.size < AT_ONCE && waiting.size > 0) void work()
      return {
        list: asked.flatMap((project) => known(project)?.found ?? []),
        isLooking: stale.length > 0,
      }
    },
  }
}

const subjectOf = ({ liveCommit, branch, url }: LiveProject): string => [liveCommit, branch, url].join('\n')

/** Mounts the question what waits to be deployed. */
export function mountPending(
  platform: Platform,
  { projects, repositories }: { projects: ProjectService; repositories: RepositoryService },
): void {
  const looks = createPendingLooks(platform, repositories)
  const store = createPublishStore(platform.db)
  platform.mount(DeployPendingList, async ({ projectIds }, caller) => {
    const ids = new Set(projectIds.split(',').map(Number))
    const rows = (await projects.board(caller)).filter(({ id }) => ids.has(id))
    const live = await store.liveCommits(rows.map(({ id }) => id))
    return looks.of(rows.map((row) => ({ ...row, liveCommit: live.get(row.id) ?? '' })))
  })
}
