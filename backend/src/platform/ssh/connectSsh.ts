import { isIP } from 'node:net'
import type { HostKey } from '@windlass/shared-kit/contract/server'
import type ssh2 from 'ssh2'
import type { ConnectOptions, ConnectStep, ConnectTools, SshConnection } from './connection.ts'
import { dial, dialThrough, resolveName } from './sshDial.ts'
import { SshError } from './sshError.ts'
import { handshake } from './sshHandshake.ts'
import { address, hopsOf, type SshHop, type SshTarget } from './sshTarget.ts'

function demand(hop: SshHop): void {
  if (hop.user === '') throw new SshError('protocol', `${address(hop)}: no user is set; enter the user to sign in as`)
  if (hop.keyPath === '' && hop.password === '') {
    throw new SshError('protocol', `${address(hop)}: neither a key file nor a password is set for ${hop.user}`)
  }
}

/** A machine on the way that has let us in. */
interface Reached {
  hop: SshHop
  client: ssh2.Client
  hostKey: HostKey
}

/** One machine further: from here, or from the machine before. */
async function reach(
  hop: SshHop,
  before: Reached | undefined,
  tools: ConnectTools,
  {
    signal,
    tell,
  }: { signal?: AbortSignal; tell: (step: ConnectStep, state: 'begun' | 'passed', detail?: string) => void },
): Promise<Reached> {
  // A name that is looked up by a jump host is its own affair.
  if (!before && isIP(hop.host) === 0) {
    tell('name', 'begun')
    const addresses = await resolveName(hop, tools.connectSeconds)
    tell('name', 'passed', addresses.join(', '))
  }
  tell('tcp', 'begun')
  const socket = before
    ? await dialThrough(before.client, before.hop, hop, tools.connectSeconds)
    : await dial(hop, tools.connectSeconds, signal)
  tell('tcp', 'passed', before ? address(before.hop) : '')
  const about = { hop, tell, ...(before && { through: before.hop }), ...(signal && { signal }) }
  return { hop, ...(await handshake(socket, about, tools)) }
}

/** A connection that is cut takes along those through it, and those that only served it. */
function tieTogether(way: readonly Reached[]): void {
  for (const [index, { client }] of way.entries()) {
    client.once('close', () => {
      way[index + 1]?.client.destroy()
      way[index - 1]?.client.end()
    })
  }
}

/**
 * Connects to a target, through its jump hosts if it has some.
 * @throws SshError that says which of the machines did what
 */
export async function connectSsh(
  target: SshTarget,
  tools: ConnectTools,
  { signal, watch }: ConnectOptions = {},
): Promise<SshConnection> {
  signal?.throwIfAborted()
  const hops = hopsOf(target)
  for (const hop of hops) demand(hop)
  const way: Reached[] = []
  try {
    for (const [index, hop] of hops.entries()) {
      const tell = (step: ConnectStep, state: 'begun' | 'passed', detail = '') =>
        watch?.({ hop: index, step, state, detail })
      way.push(await reach(hop, way.at(-1), tools, { tell, ...(signal && { signal }) }))
    }
  } catch (error) {
    for (const { client } of way) client.end()
    throw error
  }
  tieTogether(way)
  const last = way.at(-1)
  if (!last) throw new SshError('protocol', 'a target is a way of at least one machine')
  return { client: last.client, hostKeys: way.map(({ hostKey }) => hostKey), end: () => last.client.end() }
}
