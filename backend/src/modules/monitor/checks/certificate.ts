import net from 'node:net'
import tls from 'node:tls'
import type { HostPort } from './hostPort.ts'

/**
 * When the certificate of a host ends, in Unix milliseconds; undefined when it shows none. Whether it is trusted is
 * not asked here, so that one that has ended can be told apart from a host that is away.
 */
export function certificateEnd({ host, port }: HostPort, signal: AbortSignal): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const socket = tls.connect({
      host,
      port,
      rejectUnauthorized: false,
      ...(net.isIP(host) === 0 && { servername: host }),
    })
    const abort = () => socket.destroy(signal.reason)
    const settle = (run: () => void) => {
      signal.removeEventListener('abort', abort)
      run()
    }
    signal.addEventListener('abort', abort, { once: true })
    socket.once('error', (error) => settle(() => reject(error)))
    socket.once('secureConnect', () => {
      const { valid_to: end } = socket.getPeerCertificate()
      socket.destroy()
      settle(() => resolve(end === undefined ? undefined : Date.parse(end)))
    })
    if (signal.aborted) abort()
  })
}
