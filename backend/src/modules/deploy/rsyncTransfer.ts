import { programEnv } from '../../platform/programEnv.ts'
import { runProgram } from '../../platform/runProgram.ts'
import { quoteText } from '../../platform/ssh/quotePosix.ts'
import type { Ssh } from '../../platform/ssh/ssh.ts'
import { rsyncProblem } from '../project/rsyncOptions.ts'
import { StageError } from './deployError.ts'
import type { OutputSink } from './deployLog.ts'
import type { DeployRun } from './deployRun.ts'
import { endOf } from './hostScript.ts'
import type { Transfer } from './transfer.ts'

/** What rsync's numbers mean to a person. */
const MEANINGS: Readonly<Record<number, string>> = {
  10: 'the connection broke',
  11: 'a file could not be read or written; is the disk of the server full?',
  12: 'the connection broke or rsync on the server stopped; is its disk full?',
  23: 'some files could not be transferred',
  24: 'files changed while they were transferred',
  30: 'the server did not answer in time',
  255: 'the SSH connection failed',
}

const QUOTED_UNLESS = /^[A-Za-z0-9_@%+=:,./-]+$/
const shown = (word: string): string => (QUOTED_UNLESS.test(word) ? word : quoteText(word))

/** The same transfer as a person would type it; the trace shows it. */
export function rsyncCommand({ words, target, destination }: Transfer, workFolder: string): string {
  const way = `ssh -p ${target.port}`
  const line = [
    'rsync',
    ...words,
    '-s',
    '-e',
    way,
    '--',
    `${workFolder}/`,
    `${target.user}@${target.host}:${destination}`,
  ]
  return line.map(shown).join(' ')
}

/** Brings the working copy to a server with the system's rsync. */
export async function transferByRsync(run: DeployRun, ssh: Ssh, transfer: Transfer, sink: OutputSink): Promise<void> {
  const { target, words, destination, live, seconds } = transfer
  const problem = rsyncProblem(words)
  if (problem !== undefined) throw new StageError(problem)
  const settings = await ssh.openssh(target, run.signal)
  try {
    // Unchanged files are copied there from the live release instead of sent. Copied, not linked: a script that
    // changes a file in place must not change the releases one may want to go back to.
    const basis = live === '' ? [] : [`--copy-dest=${live}`]
    const args = [...words, ...basis, '-s', '-e', settings.rsyncShell, '--', `${run.workFolder}/`]
    const result = await runProgram('rsync', [...args, `${settings.host}:${destination}/`], {
      cwd: run.workFolder,
      env: {
        ...programEnv(),
        ...settings.env,
        LC_ALL: 'C.UTF-8',
      },
      signal: run.signal,
      onOutput: sink.take,
      onSpawn: run.onSpawn,
      keepBytes: 4096,
      timeoutMs: seconds * 1e3,
    })
    if (result.code === 0) return
    const meaning = MEANINGS[result.code]
    throw new StageError(`${endOf('rsync', result, seconds)}${meaning === undefined ? '' : `: ${meaning}`}`)
  } finally {
    await settings.dispose()
  }
}
