import type { ProjectFields, ScriptPlace } from './projectFields.ts'

/** Something a script may name as `${name}`. */
export interface ScriptVariable {
  name: string
  /** Set for what every project has; the name of a text. */
  meaning?: 'commit' | 'project' | 'repository' | 'server'
  /** Its value for this project, where that is known before a deploy. */
  value?: string
}

const COMMIT = ['ID', 'SHORT_ID', 'BRANCH', 'TAG', 'AUTHOR', 'TIMESTAMP', 'MESSAGE'].map((name) => `COMMIT_${name}`)
const SERVER = ['ID', 'NAME', 'IP', 'PORT', 'OWNER'].map((name) => `SERVER_${name}`)

/** What a script may use: its project's own variables first, and those of a server only where it runs on one. */
export function scriptVariables(place: ScriptPlace, fields: Partial<ProjectFields>): ScriptVariable[] {
  const own = (fields.variables ?? [])
    // While a line is being added, its name is not there yet.
    .filter((variable) => variable?.name)
    .map(({ name, value }): ScriptVariable => ({ name, value: value ?? '' }))
  const isSerial = fields.deployServerMode === 'serial'
  const server = place === 'afterDeploy' ? [...SERVER, ...(isSerial ? ['SERVER_SERIAL_NUMBER'] : [])] : []
  const commit = place === 'afterDeploy' ? [] : [...COMMIT, 'PROJECT_SERVERS']
  return [
    ...own,
    ...projectVariables(fields),
    ...commit.map((name): ScriptVariable => ({ name, meaning: name === 'PROJECT_SERVERS' ? 'server' : 'commit' })),
    ...server.map((name): ScriptVariable => ({ name, meaning: 'server' })),
  ]
}

function projectVariables({ name, path, branch, labels, environment, repoType }: Partial<ProjectFields>) {
  const project = {
    PROJECT_ID: '',
    PROJECT_NAME: name,
    PROJECT_PATH: path,
    PROJECT_BRANCH: branch,
    PROJECT_LABEL: labels?.join(','),
    PROJECT_ENV: environment === undefined ? '' : String(environment),
    PROJECT_SYMLINK_PATH: '',
    PUBLISH_TOKEN: '',
  }
  // The address may hold a password, so it is not shown here.
  const repository = { REPOSITORY_TYPE: repoType, REPOSITORY_URL: '', REPOSITORY_PATH: '' }
  const of = (meaning: 'project' | 'repository', values: Readonly<Record<string, string | undefined>>) =>
    Object.entries(values).map(([key, value]): ScriptVariable => ({ name: key, meaning, value: value ?? '' }))
  return [...of('project', project), ...of('repository', repository)]
}
