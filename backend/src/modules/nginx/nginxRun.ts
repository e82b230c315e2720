import { failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { quoteCommand } from '../../platform/ssh/quotePosix.ts'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import { AS_ROOT } from './nginxPrograms.ts'

/** How a program on the server ended. */
export interface RunEnd {
  code: number
  stdout: string
  stderr: string
}

/** Runs one of the programs of `nginxPrograms.ts` on a server. */
export type NginxRun = (program: string, words: readonly string[], stdin?: string | Buffer) => Promise<RunEnd>

const REMOTE_MS = 30_000
/** A whole configuration in base64. */
const KEPT_BYTES = 64 * 1024 * 1024

/** Programs on one server, as root where the setting says so and sudo lets. */
export function nginxRun({ ssh, env }: Pick<Platform, 'ssh' | 'env'>, target: SshTarget): NginxRun {
  const allowed = env.NGINX_SUDO ? 'yes' : 'no'
  return async (program, words, stdin = '') => {
    const command = quoteCommand(['sh', '-c', AS_ROOT, 'sh', allowed, program, ...words])
    const end = await ssh.exec(target, command, { stdin, timeoutMs: REMOTE_MS, pipeMs: 1000, keepBytes: KEPT_BYTES })
    if (end.isCut) throw failed(`${target.name}: the configuration is too large to be shown`)
    return end
  }
}

/** Text of a field in base64 that begins with `=`. */
export const fieldBytes = (field = ''): Buffer => Buffer.from(field.replace(/^=/, ''), 'base64')
export const fieldText = (field = ''): string => fieldBytes(field).toString('utf8').replace(/\n$/, '')
