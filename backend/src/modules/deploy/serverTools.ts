import type { Env } from '../../env.ts'
import type { Ssh } from '../../platform/ssh/ssh.ts'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import type { DeployRun } from './deployRun.ts'
import { projectVariables, serverVariables, type Variables } from './variables.ts'

/** What the work on servers needs of the platform. */
export interface ServerTools {
  ssh: Ssh
  env: Pick<Env, 'SCRIPT_TIMEOUT_SECONDS'>
}

/** One server of a rollout. */
export interface ServerTurn {
  target: SshTarget
  /** Counts from 1 when servers are served one after another, else 0. */
  serial: number
}

/** Order matters for what a custom value may name: project and server are known to it. */
export function targetVariables(run: DeployRun, target: SshTarget): Variables {
  return {
    ...projectVariables(run.project, run.request.releaseToken ?? run.publish.token, run.workFolder),
    ...serverVariables(target),
  }
}
