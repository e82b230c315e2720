import { CheckError, type CheckTools, type ItemCheck } from './check.ts'

const LIST = { linux: 'ps -ef', windows: 'tasklist' } as const
const KEPT_BYTES = 4 * 1024 * 1024

/**
 * Looks for a text among the processes of a server. The list is searched here: nothing people write becomes part of a
 * command there, and the search does not find itself.
 */
export async function processCheck({ order, item, signal }: ItemCheck, { ssh, servers }: CheckTools): Promise<void> {
  const target = await servers.target(order.namespaceId, Number(item))
  const command = target.os === 'windows' ? LIST.windows : LIST.linux
  const { code, stdout, stderr } = await ssh.exec(target, command, { signal, keepBytes: KEPT_BYTES })
  if (code !== 0) throw new CheckError(`${target.name}: ${command} failed with exit status ${code}: ${stderr.trim()}`)
  const { process: wanted } = order.target
  if (!stdout.split('\n').some((line) => line.includes(wanted))) {
    throw new CheckError(`${target.name}: no process with "${wanted}" is running`)
  }
}
