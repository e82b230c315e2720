import type { Env } from '../../env.ts'
import { programEnv } from '../../platform/programEnv.ts'
import { runProgram } from '../../platform/runProgram.ts'
import type { Ssh } from '../../platform/ssh/ssh.ts'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import { containerLabel } from './containerPieces.ts'
import { removeContainersProgram } from './containerProgram.ts'
import { reasonOf } from './deployError.ts'
import type { DeployRun } from './deployRun.ts'

const LIMIT_MS = 60_000

const complain = (run: DeployRun, source: Parameters<DeployRun['log']['info']>[0], why: string) =>
  run.log.info(source, `a container may be left, remove it by hand: ${why}`)

/** Removes the containers a deploy has left on the console's machine; a program that is ended leaves its container. */
export async function removeHostContainers(run: DeployRun, { CONTAINER_ENGINE }: Pick<Env, 'CONTAINER_ENGINE'>) {
  const program = removeContainersProgram(CONTAINER_ENGINE, containerLabel(run.publish.token, 0))
  const options = { env: programEnv(), timeoutMs: LIMIT_MS }
  const { code, stderr } = await runProgram('sh', ['-c', program], options)
  if (code !== 0) complain(run, { stage: 'result', serverId: 0, serverName: '' }, stderr.trim())
}

/** The same on a server. */
export async function removeServerContainers(
  run: DeployRun,
  { ssh, env }: { ssh: Ssh; env: Pick<Env, 'CONTAINER_ENGINE'> },
  target: SshTarget,
): Promise<void> {
  const source = { stage: 'afterDeploy' as const, serverId: target.serverId, serverName: target.name }
  const program = removeContainersProgram(env.CONTAINER_ENGINE, containerLabel(run.publish.token, target.serverId))
  try {
    const { code, stderr } = await ssh.exec(target, 'sh', { stdin: program, timeoutMs: LIMIT_MS })
    if (code !== 0) complain(run, source, stderr.trim())
  } catch (error) {
    complain(run, source, reasonOf(error))
  }
}
