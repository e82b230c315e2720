import type { Env } from '../../env.ts'
import { programEnv } from '../../platform/programEnv.ts'
import { runProgram } from '../../platform/runProgram.ts'
import type { Ssh } from '../../platform/ssh/ssh.ts'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import type { DeployRun } from './deployRun.ts'
import { projectVariables, serverVariables, type Variables } from './variables.ts'

/** What the work on servers needs of the platform. */
export interface ServerTools {
  ssh: Ssh
  env: Pick<Env, 'SCRIPT_TIMEOUT_SECONDS' | 'CONTAINER_ENGINE'>
}

/** One server of a rollout. */
export interface ServerTurn {
  target: SshTarget
  /** Counts from 1 when servers are served one after another, else 0. */
  serial: number
}

let isRsyncHere = false

/** Whether the console's own machine has rsync; asked until it has. */
export async function hasOwnRsync(): Promise<boolean> {
  if (!isRsyncHere) {
    const result = await runProgram('rsync', ['--version'], { env: programEnv(), keepBytes: 0 })
    isRsyncHere = result.startError === ''
  }
  return isRsyncHere
}

/** What variables of a server are made from; a deploy is one, the plan of a deploy another. */
export type OfTarget = Pick<DeployRun, 'project' | 'request' | 'workFolder'> & {
  publish: Pick<DeployRun['publish'], 'token'>
}

/** What is known of the project and the server wherever a server is worked on. */
export const targetVariables = (run: OfTarget, target: SshTarget): Variables => ({
  ...projectVariables(run.project, run.request.releaseToken ?? run.publish.token, run.workFolder),
  ...serverVariables(target),
})
