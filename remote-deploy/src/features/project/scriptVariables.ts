import { variablesIn } from '@windlass/shared-kit/contract/scriptVariables'
import type { ProjectFields, ScriptPlace } from './projectFields.ts'

/** Something a script may name as `${name}`. */
export interface ScriptVariable {
  name: string
  /** Every project has it, so there is a text about it. */
  isKnown?: boolean
  /** Its value for this project, where that is known before a deploy. */
  value?: string
}

/** What a script may use: its project's own variables first, and those of a server only where it runs on one. */
export function scriptVariables(place: ScriptPlace, fields: Partial<ProjectFields>): ScriptVariable[] {
  const own = (fields.variables ?? [])
    // While a line is being added, its name is not there yet.
    .filter((variable) => variable?.name)
    .map(({ name, value }): ScriptVariable => ({ name, value: value ?? '' }))
  const values = knownValues(fields)
  const known = variablesIn(place === 'afterDeploy' ? 'server' : 'host')
  return [...own, ...known.map((name): ScriptVariable => ({ name, isKnown: true, value: values[name] ?? '' }))]
}

/** The address of the repository is not among them: it may hold a password. */
function knownValues(fields: Partial<ProjectFields>): Readonly<Record<string, string | undefined>> {
  const { name, path, branch, labels, environment, repoType } = fields
  return {
    PROJECT_NAME: name,
    PROJECT_PATH: path,
    PROJECT_BRANCH: branch,
    PROJECT_LABEL: labels?.join(','),
    PROJECT_ENV: environment === undefined ? '' : String(environment),
    REPOSITORY_TYPE: repoType,
  }
}
