import type { ProjectScript } from '@windlass/shared-kit/contract/project'
import { readContainerSteps, StepsError } from '../project/containerSteps.ts'
import { customVariables, substitute, type Variables } from './variables.ts'

const TELLS_A_SECRET = /secret|passw|pwd|passphrase|token|credential|(?:^|_|api|access|private)key$/i
const URL_PASSWORD = /[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/:@]*:([^\s/]+)@/gi

const urlPasswords = (text: string): string[] => [...text.matchAll(URL_PASSWORD)].map(([, password = '']) => password)

function registryPasswords({ mode, content }: { mode: string; content: string }, variables: Variables): string[] {
  if (mode !== 'yaml' || content === '') return []
  try {
    return readContainerSteps(content).map(({ password }) => substitute(password, variables))
  } catch (error) {
    // What cannot be read is not run either, and the stage says why.
    if (error instanceof StepsError) return []
    throw error
  }
}

/** What must not be seen of the scripts of a deploy: values whose name says so, passwords of addresses and registries. */
export function scriptSecrets(script: ProjectScript): string[] {
  const custom = script.customVariables ?? []
  const values = customVariables(custom, {})
  return [
    ...custom.filter(({ name }) => TELLS_A_SECRET.test(name)).map(({ value }) => value),
    ...custom.flatMap(({ value }) => urlPasswords(value)),
    ...[script.afterPull, script.afterDeploy, script.deployFinish].flatMap((block) => registryPasswords(block, values)),
  ].filter((secret) => secret !== '')
}
