import type { CustomVariable, Project } from '@windlass/shared-kit/contract/project'
import type { PublishInput } from './usePublish.ts'

/** What the publish form holds. */
export interface PublishValues {
  what: 'commit' | 'newest' | 'tag'
  branch?: string
  commit?: string
  tag?: string
  where: 'all' | 'some'
  serverIds?: number[]
  variables?: Record<string, string>
  /** Why it is deployed against a lock or a freeze. */
  override?: string
}

/** The branch of the project as the list of branches names it, so that its commits are there at once. */
export const initialBranch = ({ repoType, branch }: Pick<Project, 'branch' | 'repoType'>): string =>
  repoType === 'git' ? `origin/${branch}` : branch

/** The choices of a variable of type list. */
export const choicesOf = (variable: CustomVariable): string[] =>
  variable.value
    .split(',')
    .map((choice) => choice.trim())
    .filter((choice) => choice !== '')

/** How the values of a form start: a text with its default, a list with nothing chosen. */
export const initialVariables = (variables: readonly CustomVariable[]): Record<string, string> =>
  Object.fromEntries(variables.map(({ name, value, type }) => [name, type === 'list' ? '' : value]))

/** What is sent for what was filled in. */
export function publishInput(
  projectId: number,
  variables: readonly CustomVariable[],
  values: PublishValues,
): PublishInput {
  const revision =
    values.what === 'newest'
      ? {}
      : values.what === 'tag'
        ? { commit: values.tag ?? '' }
        : { commit: values.commit ?? '', branch: values.branch ?? '' }
  return {
    projectId,
    ...revision,
    ...(values.override && { override: values.override.trim() }),
    ...(values.where === 'some' && { serverIds: values.serverIds ?? [] }),
    ...(variables.length > 0 && {
      customVariables: variables.map((variable) => ({
        ...variable,
        value: (values.variables?.[variable.name] ?? '').trim(),
      })),
    }),
  }
}
