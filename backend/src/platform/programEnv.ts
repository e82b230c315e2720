import { ENV_VARIABLES } from '../env.ts'

const OWN: ReadonlySet<string> = new Set(ENV_VARIABLES.flatMap(({ name }) => [name, `${name}_FILE`]))

/** The environment for programs that work for a project: without the console's settings, which hold its secrets. */
export const programEnv = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined || OWN.has(name) || name.startsWith('GIT_') ? [] : [[name, value]],
    ),
  )
