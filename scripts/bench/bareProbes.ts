// The baseline of monitor-load: timers and requests to the same listeners with nothing judged or kept, in a process of its own.
import net from 'node:net'

const { TARGETS = '[]', SECONDS = '10' } = process.env
const targets = JSON.parse(TARGETS) as string[]
const intervalMs = Number(SECONDS) * 1000

async function probe(target: string): Promise<void> {
  if (target.startsWith('http')) {
    const response = await fetch(target, { headers: { connection: 'close' } })
    await response.text()
    return
  }
  const [host, port] = target.split(':')
  await new Promise<void>((resolve, reject) => {
    const socket = net.connect(Number(port), host, () => {
      socket.destroy()
      resolve()
    })
    socket.once('error', reject)
  })
}

for (const [index, target] of targets.entries()) {
  const look = () => {
    probe(target).catch((error: unknown) => {
      console.error(error)
      process.exit(1)
    })
  }
  setTimeout(() => setInterval(look, intervalMs), (index / targets.length) * intervalMs)
}
console.log('ready')
