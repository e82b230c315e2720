import { once } from 'node:events'
import net, { type Socket } from 'node:net'

/** A network path that can be cut and mended. */
export interface CuttableProxy {
  url: string
  /** Ends every connection and takes no new one. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

/** Puts a path of our own before a server. */
export async function startCuttableProxy(target: string): Promise<CuttableProxy> {
  const port = Number(new URL(target).port)
  const sockets = new Set<Socket>()
  let isCut = false
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // The other side of a cut line.
    socket.on('error', () => socket.destroy())
  }
  const server = net.createServer((client) => {
    keep(client)
    if (isCut) return void client.destroy()
    const upstream = net.connect(port, '127.0.0.1')
    keep(upstream)
    client.pipe(upstream).pipe(client)
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the proxy has no port')
  const dropAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${bound.port}`,
    cut: () => {
      isCut = true
      dropAll()
    },
    mend: () => {
      isCut = false
    },
    close: async () => {
      dropAll()
      server.close()
      await once(server, 'close')
    },
  }
}
