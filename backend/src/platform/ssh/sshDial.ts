import { lookup } from 'node:dns/promises'
import net from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type ssh2 from 'ssh2'
import { connectError, SshError, timeoutError } from './sshError.ts'
import { address, type SshHop } from './sshTarget.ts'

/** The addresses that a host name stands for. @throws SshError `name` or `timeout` */
export async function resolveName(hop: SshHop, seconds: number): Promise<string[]> {
  const stop = new AbortController()
  const tooLong = async () => {
    await wait(seconds * 1000, undefined, { signal: stop.signal, ref: false })
    throw new SshError('name', `${address(hop)}: the DNS did not answer within ${seconds} s; check the resolver`)
  }
  try {
    const found = await Promise.race([lookup(hop.host, { all: true }), tooLong()])
    return found.map((each) => each.address)
  } catch (error) {
    throw connectError(hop, error, seconds)
  } finally {
    stop.abort()
  }
}

/** A TCP connection with its own time limit; Nagle's algorithm would cost small packets up to 40 ms each. */
export function dial(hop: SshHop, seconds: number, signal?: AbortSignal): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: hop.host, port: hop.port, ...(signal && { signal }) })
    const timer = setTimeout(() => socket.destroy(timeoutError(hop, seconds)), seconds * 1000)
    socket.setNoDelay(true)
    // Stays for the life of the socket: an error before the handshake listens would end the whole process.
    socket.on('error', (error) => {
      clearTimeout(timer)
      reject(signal?.aborted ? signal.reason : connectError(hop, error, seconds))
    })
    socket.once('connect', () => {
      clearTimeout(timer)
      resolve(socket)
    })
  })
}

/** The way on from a jump host, which may wait for minutes where packets are dropped; hence a time limit as well. */
export function dialThrough(jump: ssh2.Client, through: SshHop, hop: SshHop, seconds: number): Promise<Duplex> {
  const way = `the jump host ${address(through)} cannot reach ${address(hop)}`
  return new Promise((resolve, reject) => {
    const fail = (error: SshError) => {
      clearTimeout(timer)
      reject(error)
    }
    const tooLong = () =>
      fail(new SshError('timeout', `${way}: no answer within ${seconds} s; a firewall may drop the packets`))
    const timer = setTimeout(tooLong, seconds * 1000)
    jump.once('close', () => fail(new SshError('lost', `${way}: the connection to the jump host was lost`)))
    jump.forwardOut('127.0.0.1', 0, hop.host, hop.port, (error, channel) => {
      clearTimeout(timer)
      if (!error) return resolve(channel)
      const reason = error.message.replace(/^\(SSH\) Channel open failure:\s*/, '')
      fail(new SshError('unreachable', `${way}: ${reason || 'refused'}`))
    })
  })
}
