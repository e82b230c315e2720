import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** A network path in a process of its own: stopped, it answers nobody and closes nothing, as a network that hangs. */
export interface FreezablePath {
  port: number
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

const FORWARD = `
const net = require('node:net')
const server = net.createServer((client) => {
  const upstream = net.connect(Number(process.argv[1]), '127.0.0.1')
  client.pipe(upstream).pipe(client)
  for (const [one, other] of [[client, upstream], [upstream, client]]) {
    one.on('error', () => other.destroy())
    one.on('close', () => other.destroy())
  }
})
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
`

/** Puts a path before a port of this machine. */
export async function startFreezablePath(port: number): Promise<FreezablePath> {
  const child: ChildProcess = spawn(process.execPath, ['-e', FORWARD, `${port}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer]
  return {
    port: Number(line.toString()),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    close: async () => {
      // One that is stopped takes no other signal.
      child.kill('SIGKILL')
      await exited
    },
  }
}
