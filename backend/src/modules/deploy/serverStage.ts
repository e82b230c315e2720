import { TraceType } from '@windlass/shared-kit/contract'
import { maskText } from '../../platform/masker.ts'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import { readSftpRules } from '../project/sftpRules.ts'
import { createBoundedText } from './boundedText.ts'
import { transferByCommand } from './customTransfer.ts'
import { reasonOf, StageError } from './deployError.ts'
import type { LogSource, OutputSink } from './deployLog.ts'
import type { DeployRun } from './deployRun.ts'
import { noteFiles, rememberFiles, warnOfDrift } from './driftStage.ts'
import { proveHealthy } from './probeStage.ts'
import { completeRelease, discardPartial, partialOf, prepareTarget, releaseOf, switchLink } from './release.ts'
import { runRemoteScript } from './remoteScript.ts'
import { rsyncCommand, transferByRsync } from './rsyncTransfer.ts'
import { hasOwnRsync, type ServerTools, type ServerTurn } from './serverTools.ts'
import { transferBySftp } from './sftpTransfer.ts'
import { type Transfer, transferWords } from './transfer.ts'
import { projectVariables, substitute } from './variables.ts'
import { bringToWindows, runOnWindows } from './windowsServer.ts'
import { isWindows, systemProblem } from './windowsTarget.ts'

/** Transfers that go on for longer have stopped moving. */
const TRANSFER_SECONDS = 24 * 60 * 60

const sourceOf = (stage: LogSource['stage'], target: SshTarget): LogSource => ({
  stage,
  serverId: target.serverId,
  serverName: target.name,
})

const extOf = (target: SshTarget) => ({ serverId: target.serverId, serverName: target.name })

async function bring(run: DeployRun, tools: ServerTools, target: SshTarget, sink: OutputSink): Promise<void> {
  const { project, publish, signal, log } = run
  const { token } = publish
  const problem = systemProblem(run, target)
  // Asked when the deploy was queued; the server may have changed since.
  if (problem !== undefined) throw new StageError(problem)
  const common = { target, words: transferWords(run, target), seconds: TRANSFER_SECONDS }
  if (isWindows(target)) {
    const transfer = { ...common, isFresh: false, live: '', destination: project.path }
    return bringToWindows(run, tools, transfer, sink)
  }
  const { ssh } = tools
  const prepared = await prepareTarget(ssh, target, project, { token, signal })
  const isFresh = project.symlinkPath !== ''
  await run.setServer(target.serverId, { before: prepared.live })
  await warnOfDrift(run, ssh, target, isFresh ? prepared.live : project.path)
  const transfer: Transfer = {
    ...common,
    isFresh,
    live: prepared.live,
    destination: isFresh ? partialOf(project, token) : project.path,
  }
  const isRsync = project.transferType === 'rsync' && prepared.hasRsync && (await hasOwnRsync())
  if (project.transferType === 'custom') return transferByCommand(run, transfer, sink)
  if (isRsync) return transferByRsync(run, ssh, transfer, sink)
  if (project.transferType === 'rsync') {
    log.info(sourceOf('transfer', target), 'rsync is not installed on both sides, so the files go by SFTP')
  }
  const rules = readSftpRules(transfer.words, project.transferType === 'rsync')
  await transferBySftp(run, ssh, { transfer, rules }, sink)
}

const commandOf = (run: DeployRun, target: SshTarget): string => {
  const { project, publish, workFolder } = run
  const destination = project.symlinkPath === '' ? project.path : releaseOf(project, publish.token)
  if (project.transferType !== 'rsync') {
    const option = substitute(project.transferOption, projectVariables(project, publish.token, workFolder))
    return project.transferType === 'sftp' ? `sftp ${option}` : option
  }
  const words = transferWords(run, target)
  return rsyncCommand({ words, target, destination, live: '', isFresh: false, seconds: 0 }, workFolder)
}

async function transferTo(run: DeployRun, tools: ServerTools, target: SshTarget): Promise<void> {
  const source = sourceOf('transfer', target)
  const { project, publish } = run
  const ext = { ...extOf(target), command: commandOf(run, target) }
  await run.traced({ type: TraceType.Deploy, ext, source }, async () => {
    const output = createBoundedText()
    const sink = run.log.sink(source, output.add)
    try {
      await bring(run, tools, target, sink)
      if (project.symlinkPath !== '') await completeRelease(tools.ssh, target, project, publish.token)
    } catch (error) {
      if (project.symlinkPath !== '') await discard(run, tools, target)
      run.signal.throwIfAborted()
      sink.end()
      const message = `${target.name}: the transfer failed: ${reasonOf(error)}`
      throw new StageError(message, maskText(output.text(), run.secrets))
    }
    sink.end()
    return { detail: output.text(), result: undefined }
  })
}

async function discard(run: DeployRun, { ssh }: ServerTools, target: SshTarget): Promise<void> {
  try {
    await discardPartial(ssh, target, run.project, run.publish.token)
  } catch (error) {
    // The server may be gone altogether; the next deploy removes it.
    run.log.info(sourceOf('transfer', target), `the incomplete upload could not be removed: ${reasonOf(error)}`)
  }
}

/** Brings one server to the new release: files, link, script, proof of health. */
export async function serveTarget(run: DeployRun, tools: ServerTools, { target, serial }: ServerTurn): Promise<void> {
  const { project, request, publish } = run
  const id = target.serverId
  await run.setServer(id, { phase: 'transfer' })
  await transferTo(run, tools, target)
  await noteFiles(run, tools.ssh, target)
  const { content } = request.script.afterDeploy
  if (isWindows(target)) {
    if (content !== '') await runOnWindows(run, tools, { target, serial })
  } else if (project.symlinkPath !== '' || content !== '') {
    await runRemoteScript(run, tools, {
      target,
      serial,
      first: async (source) => {
        if (project.symlinkPath === '') return
        await switchLink(tools.ssh, target, project, releaseOf(project, publish.token))
        await run.setServer(id, { isLive: true })
        run.log.info(source, `${project.path} now leads to ${releaseOf(project, publish.token)}`)
      },
    })
  }
  await proveServed(run, tools, target)
}

/** What remains on a server that has its files and whose script has run. */
export async function proveServed(run: DeployRun, tools: ServerTools, target: SshTarget): Promise<void> {
  await rememberFiles(run, tools.ssh, target)
  await proveHealthy(run, tools, target)
  await run.setServer(target.serverId, { phase: 'done' })
}
