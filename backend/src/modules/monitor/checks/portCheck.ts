import net from 'node:net'
import { certificateEnd } from './certificate.ts'
import { CheckError, type ItemCheck } from './check.ts'
import { causeText } from './failureText.ts'
import { type HostPort, parseHostPort } from './hostPort.ts'

const dial = ({ host, port }: HostPort, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = net.connect({ host, port })
    const settle = (run: () => void) => {
      signal.removeEventListener('abort', abort)
      socket.destroy()
      run()
    }
    const abort = () => settle(() => reject(signal.reason))
    signal.addEventListener('abort', abort, { once: true })
    socket.once('connect', () => settle(resolve))
    socket.once('error', (error) => settle(() => reject(error)))
    if (signal.aborted) abort()
  })

/** Connects and hangs up; with a certificate to look at, it also shakes hands. */
export async function portCheck({ item, order, signal }: ItemCheck): Promise<void> {
  const place = parseHostPort(item)
  if (place === undefined) throw new CheckError(`${item} is no host:port`)
  try {
    if (order.certificateDays === 0) return await dial(place, signal)
    const end = await certificateEnd(place, signal)
    if (end !== undefined && end < Date.now()) throw new CheckError(`${item}: the certificate has expired`)
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof CheckError ? error : new CheckError(`${item}: ${causeText(error)}`)
  }
}
