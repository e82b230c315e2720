import type { ProjectInPlain } from '../project/project.service.ts'
import { git } from '../repository/git.ts'
import type { RepositoryService } from '../repository/repository.service.ts'

const COMMIT = /^[0-9a-f]{40}([0-9a-f]{24})?$/
/** A code host waits ten seconds for its answer. */
const PATIENCE_MS = 7_000

const compare = async (
  repositories: RepositoryService,
  project: ProjectInPlain,
  [before, after]: readonly [string, string],
): Promise<string[]> => {
  // Asking for the branches fetches, behind whatever else works in that folder.
  await repositories.branches(project)
  const range = ['diff', '--name-only', '-z', '--no-renames', '--end-of-options', before, after, '--']
  const text = await git(range, { cwd: repositories.folder(project.id), timeoutMs: PATIENCE_MS })
  return text.split('\0').filter((path) => path !== '')
}

/**
 * The files that differ between two commits, as the repository has them; undefined when it cannot tell in the time that
 * a code host waits for an answer.
 */
export async function changedPaths(
  repositories: RepositoryService,
  project: ProjectInPlain,
  [before, after]: readonly [string, string],
): Promise<string[] | undefined> {
  if (project.repoType !== 'git' || !COMMIT.test(before) || !COMMIT.test(after)) return undefined
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), PATIENCE_MS)
  try {
    return await Promise.race([compare(repositories, project, [before, after]), late.promise])
  } catch {
    // What cannot be compared counts as changed: a deploy too many is better than one that is missed.
    return undefined
  } finally {
    clearTimeout(timer)
  }
}
