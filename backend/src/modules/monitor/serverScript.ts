import { randomUUID } from 'node:crypto'
import { runRemoteStep } from '../../platform/ssh/remoteStep.ts'
import { serverVariables, substitute } from '../../platform/ssh/serverVariables.ts'
import type { Ssh } from '../../platform/ssh/ssh.ts'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'

const KEPT_LENGTH = 4096

/** How a script ended: its exit status, and what it said on both streams. */
export interface ScriptEnd {
  code: number
  output: string
}

/**
 * Runs a script of a monitor on a server, its variables replaced. On time-out it is ended there as well: a script that
 * hangs would otherwise be joined by another one with every check.
 */
export async function runServerScript(
  ssh: Ssh,
  target: SshTarget,
  { script, signal }: { script: string; signal: AbortSignal },
): Promise<ScriptEnd> {
  const content = substitute(script, serverVariables(target))
  if (target.os === 'windows') {
    const { code, stdout, stderr } = await ssh.exec(target, content, { signal, keepBytes: KEPT_LENGTH })
    return { code, output: `${stdout}${stderr}`.trim() }
  }
  let output = ''
  const onOutput = (text: string) => {
    output = (output + text).slice(-KEPT_LENGTH)
  }
  const { code } = await runRemoteStep(ssh, target, { id: randomUUID(), script: content, signal, onOutput })
  return { code, output: output.trim() }
}
