import { programEnv } from '../../../platform/programEnv.ts'
import { runProgram } from '../../../platform/runProgram.ts'
import { CheckError, type ItemCheck } from './check.ts'

/** What names a host, so that nothing of it can be an option or a second word. */
const HOST = /^[A-Za-z0-9_:][A-Za-z0-9_.:%-]{0,252}$/
const KEPT_BYTES = 4096

/** Whether a text can name a host to ping. */
export const isPingHost = (text: string): boolean => HOST.test(text)

const argumentsFor = (host: string, seconds: number): string[] =>
  process.platform === 'win32'
    ? ['-n', '1', '-w', String(seconds * 1000), host]
    : ['-c', '1', '-W', String(seconds), '--', host]

/** Sends one echo request by the system's own program, which may where a process may not. */
export async function pingCheck({ item, seconds, signal }: ItemCheck): Promise<void> {
  if (!isPingHost(item)) throw new CheckError(`${item} is no host name or address`)
  const result = await runProgram('ping', argumentsFor(item, seconds), {
    env: { ...programEnv(), LC_ALL: 'C' },
    signal,
    keepBytes: KEPT_BYTES,
  })
  if (result.startError !== '') throw new CheckError(result.startError)
  if (result.code === 0) return
  const said = result.stderr.trim()
  throw new CheckError(`${item}: no answer to ping (exit status ${result.code})${said === '' ? '' : `: ${said}`}`)
}
