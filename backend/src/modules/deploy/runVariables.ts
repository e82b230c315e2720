import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import type { DeployRun } from './deployRun.ts'
import { extensionOf } from './interpreter.ts'
import { type OfTarget, type ServerTurn, targetVariables } from './serverTools.ts'
import { commitVariables, customVariables, projectVariables, serverVariables, type Variables } from './variables.ts'

/** What variables are made from. */
type OfRun = OfTarget & Pick<DeployRun, 'targets'>

const ofProject = (run: OfTarget): Variables =>
  projectVariables(run.project, run.request.releaseToken ?? run.publish.token, run.workFolder)

const serversJson = ({ targets }: OfRun): string =>
  JSON.stringify(
    targets.map(({ jumps: [jump] = [], ...target }) => ({
      id: target.serverId,
      name: target.name,
      ip: target.host,
      port: target.port,
      owner: target.user,
      path: target.keyPath,
      password: target.password,
      os: target.os,
      jumpIP: jump?.host ?? '',
      jumpPort: jump?.port ?? 0,
      jumpOwner: jump?.user ?? '',
      jumpPath: jump?.keyPath ?? '',
      jumpPassword: jump?.password ?? '',
    })),
  )

/** Everything a script on the console's machine may name; a variable of one's own never hides one of these. */
export function hostVariables(run: OfRun & Pick<DeployRun, 'commit'>): Variables {
  const known: Variables = {
    ...commitVariables(run.commit),
    ...ofProject(run),
    PROJECT_SERVERS: run.targets.length === 0 ? 'null' : serversJson(run),
  }
  return { ...customVariables(run.request.script.customVariables, known), ...known }
}

/** Everything a script on a server may name; a variable of one's own goes before one of the server's. */
export function remoteVariables(run: OfRun, { target, serial }: ServerTurn): Variables {
  const project = ofProject(run)
  const server: Variables = {
    ...serverVariables(target),
    SERVER_TOTAL_NUMBER: String(run.targets.length),
    SERVER_SERIAL_NUMBER: String(serial),
  }
  const custom = customVariables(run.request.script.customVariables, { ...project, ...server })
  return { ...server, ...custom, ...project }
}

/** The place of a server among those that are served one after another, from 1; 0 when they are served at once. */
export const serialOf = ({ project, targets }: Pick<DeployRun, 'project' | 'targets'>, target: SshTarget): number =>
  project.deployServerMode === 'serial' ? targets.indexOf(target) + 1 : 0

/** What the file of the script for a server is called where a transfer of one's own carries it. */
export const afterDeployFile = ({ project, request }: OfTarget, target: SshTarget): string =>
  `goploy-after-deploy-p${project.id}-s${target.serverId}.${extensionOf(request.script.afterDeploy.mode)}`

/** Everything a transfer option may name. */
export function transferVariables(run: OfTarget, target: SshTarget): Variables {
  const { mode, content } = run.request.script.afterDeploy
  const isCarried = run.project.transferType === 'custom' && content !== '' && mode !== 'yaml'
  return {
    ...targetVariables(run, target),
    ...(isCarried && { AFTER_DEPLOY_FILENAME: afterDeployFile(run, target) }),
  }
}
