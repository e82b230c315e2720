import type { CustomVariable } from '@windlass/shared-kit/contract/project'
import type { CommitInfo } from '@windlass/shared-kit/contract/repository'
import { serverVariables, substitute, type Variables } from '../../platform/ssh/serverVariables.ts'
import { hopsOf, type SshTarget } from '../../platform/ssh/sshTarget.ts'
import type { ProjectInPlain } from '../project/project.service.ts'

export { serverVariables, substitute, type Variables }

const SHORT_ID_LENGTH = 6

/** What scripts and options may know of the project and of this deploy. */
export const projectVariables = (project: ProjectInPlain, token: string, workFolder: string): Variables => ({
  PROJECT_ID: String(project.id),
  PROJECT_NAME: project.name,
  PROJECT_PATH: project.path,
  PROJECT_BRANCH: project.branch,
  PROJECT_LABEL: project.label,
  PROJECT_ENV: String(project.environment),
  PROJECT_SYMLINK_PATH: project.symlinkPath === '' ? token : `${project.symlinkPath}/${token}`,
  REPOSITORY_TYPE: project.repoType,
  REPOSITORY_URL: project.url,
  REPOSITORY_PATH: workFolder,
  PUBLISH_TOKEN: token,
})

/** What scripts may know of the commit. */
export const commitVariables = (commit: CommitInfo): Variables => ({
  COMMIT_ID: commit.commit,
  COMMIT_SHORT_ID: commit.commit.slice(0, SHORT_ID_LENGTH),
  COMMIT_BRANCH: commit.branch,
  COMMIT_TAG: commit.tag,
  COMMIT_AUTHOR: commit.author,
  COMMIT_TIMESTAMP: String(commit.timestamp),
  COMMIT_MESSAGE: commit.message,
})

/** Values given for this deploy; each may name a variable that stands already. */
export const customVariables = (given: readonly CustomVariable[] | null, known: Variables): Variables =>
  Object.fromEntries((given ?? []).map(({ name, value }) => [name, substitute(value, known)]))

/** The secrets among what a server and a repository address are reached with. */
export const secretsOf = (targets: readonly SshTarget[]): string[] =>
  targets.flatMap((target) => hopsOf(target).map(({ password }) => password)).filter((secret) => secret !== '')
