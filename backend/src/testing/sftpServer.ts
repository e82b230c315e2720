import type { AddressInfo } from 'node:net'
import { type Endpoint, type InputOf, NAMESPACE_HEADER } from '@windlass/shared-kit/contract'
import {
  readSftpPart,
  SFTP_SOCKET_PATH,
  type SftpFile,
  type SftpFrame,
  type SftpPart,
} from '@windlass/shared-kit/contract/sftpListing'
import { WebSocket } from 'ws'
import type { LocalSshd } from '../platform/ssh/localSshd.ts'
import { startSshd, type TestSshd } from './sshd.ts'
import { makeTestServer, type TestCaller, type TestServer } from './testServer.ts'

/** A console that listens, and a server it may work on. */
export interface SftpServer {
  server: TestServer
  sshd: TestSshd
  serverId: number
  /** `http://127.0.0.1:port` */
  address: string
  addServer(place: Pick<LocalSshd, 'host' | 'port' | 'user'>, namespaceId?: number): Promise<number>
  /** Calls an endpoint that answers a stream, to its end. */
  stream<E extends Endpoint>(who: TestCaller, endpoint: E, input: InputOf<E>): Promise<Record<string, unknown>[]>
  /** Fetches as a browser of this person. */
  fetch(who: TestCaller, path: string, init?: RequestInit): Promise<Response>
  /** Lists a folder by the socket. */
  list(who: TestCaller, path: string, asRoot?: boolean): Promise<SftpFile[]>
}

/** Starts both. */
export async function makeSftpServer(settings: Record<string, string> = {}): Promise<SftpServer> {
  const sshd = await startSshd()
  const server = await makeTestServer({ SSH_KEY_DIR: sshd.keyDir, ...settings })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const host = `127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
  const address = `http://${host}`
  const addServer: SftpServer['addServer'] = async (place, namespaceId = 1) => {
    const times = { insertTime: Date.now(), updateTime: Date.now() }
    const row = { namespaceId, name: `target ${place.port}`, ip: place.host, port: place.port, owner: place.user }
    const added = await server.platform.db
      .insertInto('server')
      .values({ ...row, ...times, path: sshd.keyPath })
      .returning('id')
      .executeTakeFirstOrThrow()
    return added.id
  }
  const serverId = await addServer(sshd)
  const headersOf = (who: TestCaller) => ({ ...who.headers, [NAMESPACE_HEADER]: String(who.namespaceId) })
  const fetchAs: SftpServer['fetch'] = (who, path, init = {}) =>
    fetch(`${address}${path}`, { ...init, headers: { ...headersOf(who), ...(init.headers as Record<string, string>) } })

  return {
    ...{ server, sshd, serverId, address, addServer, fetch: fetchAs },
    stream: async (who, endpoint, input) => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify(input)
      const response = await fetchAs(who, endpoint.path, { method: endpoint.method, headers, body })
      const lines = (await response.text()).trim().split('\n')
      return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    },
    list: (who, path, asRoot = false) =>
      new Promise((resolve, reject) => {
        const query = new URLSearchParams({
          serverId: String(serverId),
          ctl: '1',
          [NAMESPACE_HEADER]: String(who.namespaceId),
        })
        const socket = new WebSocket(`ws://${host}${SFTP_SOCKET_PATH}?${query}`, {
          headers: { ...who.headers, origin: address },
        })
        const names = { owners: new Map(), groups: new Map() }
        const files: SftpFile[] = []
        socket.on('open', () => socket.send(JSON.stringify({ id: 1, path, asRoot })))
        socket.on('error', reject)
        socket.on('message', (data: Buffer) => {
          const frame = JSON.parse(data.toString()) as SftpFrame
          if ('type' in frame) return
          if ('code' in frame) reject(new Error(frame.message))
          else files.push(...readSftpPart(frame as SftpPart, names))
          if ('code' in frame || frame.isDone) {
            socket.close()
            resolve(files)
          }
        })
      }),
  }
}
