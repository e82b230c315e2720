import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { programEnv } from '../../platform/programEnv.ts'
import { runProgram } from '../../platform/runProgram.ts'
import { StageError } from './deployError.ts'
import type { OutputSink } from './deployLog.ts'
import type { DeployRun } from './deployRun.ts'
import { endOf } from './hostScript.ts'
import { afterDeployFile, remoteVariables, serialOf } from './runVariables.ts'
import type { Transfer } from './transfer.ts'
import { substitute } from './variables.ts'

/** Brings the files to a server by a command of the project's own, which runs on the console without a shell. */
export async function transferByCommand(run: DeployRun, transfer: Transfer, sink: OutputSink): Promise<void> {
  const { target, seconds } = transfer
  const [program, ...args] = transfer.words
  if (program === undefined) return
  const script = path.join(run.workFolder, afterDeployFile(run, target))
  // A command that carries the script of the server itself finds it in the working copy, and only meanwhile.
  const isCarried = run.project.transferOption.includes('AFTER_DEPLOY_FILENAME')
  if (isCarried) {
    const variables = remoteVariables(run, { target, serial: serialOf(run, target) })
    const text = substitute(run.request.script.afterDeploy.content, variables)
    await writeFile(script, text, { mode: 0o600 })
  }
  try {
    const result = await runProgram(program, args, {
      cwd: run.workFolder,
      env: programEnv(),
      signal: run.signal,
      keepBytes: 0,
      timeoutMs: seconds * 1e3,
      onOutput: sink.take,
      onSpawn: run.onSpawn,
    })
    if (result.code !== 0) throw new StageError(endOf(program, result, seconds))
  } finally {
    if (isCarried) await rm(script, { force: true })
  }
}
