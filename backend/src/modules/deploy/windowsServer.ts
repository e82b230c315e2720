import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { TraceType } from '@windlass/shared-kit/contract'
import type ssh2 from 'ssh2'
import { maskText } from '../../platform/masker.ts'
import type { Ssh } from '../../platform/ssh/ssh.ts'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import { readSftpRules } from '../project/sftpRules.ts'
import { createBoundedText } from './boundedText.ts'
import { transferByCommand } from './customTransfer.ts'
import { reasonOf, StageError } from './deployError.ts'
import type { LogSource, OutputSink } from './deployLog.ts'
import type { DeployRun } from './deployRun.ts'
import { extensionOf } from './interpreter.ts'
import type { Prepared } from './release.ts'
import { remoteVariables } from './runVariables.ts'
import type { ServerTools, ServerTurn } from './serverTools.ts'
import { createSftpSession, type SftpSession } from './sftpSession.ts'
import { transferBySftp } from './sftpTransfer.ts'
import type { Transfer } from './transfer.ts'
import { substitute } from './variables.ts'
import { sftpPath, windowsPath } from './windowsTarget.ts'

/** What the script has left behind may hold its output; nobody waits for that. */
const LEFT_BEHIND_MS = 5_000

/** Makes a folder with all those above it; the drive itself is there. */
async function makeFolders(session: SftpSession, folder: string): Promise<void> {
  const [drive = '', ...parts] = folder.slice(1).split('/')
  let place = `/${drive}`
  for (const part of parts) {
    place = `${place}/${part}`
    if ((await session.look(place)) === undefined) await session.makeFolder(place)
  }
}

/** What is on a server with Windows, without changing anything. */
export async function lookAtWindows(
  ssh: Ssh,
  target: SshTarget,
  { path: folder }: { path: string },
  signal: AbortSignal,
): Promise<Prepared> {
  const place = sftpPath(folder)
  const there = await ssh.sftp(target, (sftp) => createSftpSession(sftp).look(place), signal)
  return { hasRsync: false, live: there ? place : '' }
}

/** Brings the files to a server with Windows: there is no rsync, and no shell to prepare anything with. */
export async function bringToWindows(
  run: DeployRun,
  { ssh }: ServerTools,
  transfer: Transfer,
  sink: OutputSink,
): Promise<void> {
  const { target, words } = transfer
  const { project, signal, log } = run
  const source: LogSource = { stage: 'transfer', serverId: target.serverId, serverName: target.name }
  if (project.transferType === 'custom') return transferByCommand(run, transfer, sink)
  if (project.transferType === 'rsync') log.info(source, 'Windows has no rsync, so the files go by SFTP')
  const destination = sftpPath(project.path)
  await ssh.sftp(target, (sftp) => makeFolders(createSftpSession(sftp), destination), signal)
  const rules = readSftpRules(words, project.transferType === 'rsync')
  await transferBySftp(run, ssh, { transfer: { ...transfer, destination }, rules }, sink)
}

const CRLF = '\r\n'
const crlf = (text: string): string => text.replace(/\r?\n/g, CRLF)

/** The files that run a script: a batch file, and what it starts. */
function scriptFiles(id: string, { mode, script, folder }: { mode: string; script: string; folder: string }) {
  const begin = [
    `@cd /d "${windowsPath(folder)}"`,
    '@if errorlevel 1 exit /b 1',
    // UTF-8 where Windows knows it; an old one that does not must not make the script fail.
    '@chcp 65001 >nul 2>nul',
    '@ver >nul',
  ]
  if (mode === '' || mode === 'cmd') return [{ name: `${id}.bat`, text: [...begin, crlf(script), ''].join(CRLF) }]
  const name = `${id}.${extensionOf(mode)}`
  // Beside the batch file, wherever the server lets people begin.
  const start = `@${mode} "%~dp0${name}"`
  return [
    { name: `${id}.bat`, text: [...begin, start, ''].join(CRLF) },
    { name, text: script },
  ]
}

const write = (sftp: ssh2.SFTPWrapper, name: string, text: string) =>
  promisify<string, string, { mode: number }, void>((file, data, options, done) =>
    sftp.writeFile(file, data, options, (error) => done(error ?? null)),
  )(name, text, { mode: 0o600 })

async function withFiles<Result>(
  ssh: Ssh,
  target: SshTarget,
  files: readonly { name: string; text: string }[],
  { work, onLeft }: { work: () => Promise<Result>; onLeft: (reason: string) => void },
): Promise<Result> {
  const each = (act: (sftp: ssh2.SFTPWrapper, file: { name: string; text: string }) => Promise<void>) =>
    ssh.sftp(target, async (sftp) => {
      for (const file of files) await act(sftp, file)
    })
  await each((sftp, { name, text }) => write(sftp, name, text))
  try {
    return await work()
  } finally {
    await each((sftp, { name }) => createSftpSession(sftp).remove(name)).catch((error: unknown) =>
      onLeft(`the files of the script could not be removed: ${reasonOf(error)}`),
    )
  }
}

/** Runs the project's script on a server with Windows. It ends with the connection: there is nothing to follow it by. */
export async function runOnWindows(run: DeployRun, { ssh, env }: ServerTools, turn: ServerTurn): Promise<void> {
  const { target } = turn
  const { mode, content } = run.request.script.afterDeploy
  const source: LogSource = { stage: 'afterDeploy', serverId: target.serverId, serverName: target.name }
  const script = substitute(content, remoteVariables(run, turn))
  const ext = { serverId: target.serverId, serverName: target.name, script }
  await run.setServer(target.serverId, { phase: 'script' })
  await run.traced({ type: TraceType.AfterDeploy, ext, source }, async () => {
    const output = createBoundedText()
    const sink = run.log.sink(source, output.add)
    const id = `windlass-${randomUUID()}`
    const work = () =>
      ssh.exec(target, `cmd /d /c ${id}.bat`, {
        signal: run.signal,
        timeoutMs: env.SCRIPT_TIMEOUT_SECONDS * 1e3,
        pipeMs: LEFT_BEHIND_MS,
        keepBytes: 0,
        onOutput: (chunk, stream) => sink.take(chunk, stream === 'stderr' ? 'err' : 'out'),
      })
    const fail = (why: string) =>
      new StageError(`${target.name}: the script after the deploy ${why}`, maskText(output.text(), run.secrets))
    try {
      const files = scriptFiles(id, { mode, script, folder: run.project.path })
      const { code } = await withFiles(ssh, target, files, { work, onLeft: (reason) => run.log.info(source, reason) })
      if (code !== 0) throw fail(`failed with exit status ${code}`)
    } catch (error) {
      run.signal.throwIfAborted()
      throw error instanceof StageError ? error : fail(`could not run: ${reasonOf(error)}`)
    } finally {
      sink.end()
    }
    return { detail: output.text(), result: undefined }
  })
}
