import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openBareShell } from '@windlass/backend/testing/bareShell'
import { startSshd, type TestSshd } from '@windlass/backend/testing/sshd'
import { openTerminal } from '@windlass/backend/testing/terminalClient'
import { type ConsoleProcess, startConsole } from '@windlass/e2e/support/consoleProcess'
import { openApi } from '@windlass/e2e/support/fixtures'
import { ServerAdd } from '@windlass/shared-kit/contract/server'
import { alternated, type Comparison, median, milliseconds } from './benchmark.ts'

const KEYS = 200
const ROUNDS = 5
const ECHO_TARGET_MS = 15
const FLOOD_BYTES = 100_000_000
const IDLE = Number(process.env['TERMINALS'] ?? 200)
const AT_ONCE = 8
const GIGABYTE = 1024 ** 3
const MEGABYTE = 1024 ** 2
const PERCENTILE = 0.95
const SETTLE_MS = 500
const KEPT = 4096

/** A shell that somebody types into, over the console or without it. */
interface Line {
  write(text: string): void
  /** Is told of every piece of output. */
  listen(take: (chunk: Buffer) => void): void
}

/** Waits until the output holds a text. */
function until(line: Line, wanted: string): Promise<void> {
  let tail = ''
  return new Promise((resolve) => {
    line.listen((chunk) => {
      tail = (tail + chunk.toString('latin1')).slice(-KEPT)
      if (tail.includes(wanted)) resolve()
    })
  })
}

async function say(line: Line, text: string, wanted: string): Promise<void> {
  const said = until(line, wanted)
  line.write(text)
  await said
}

/** The time from a key to its echo, which a program on the server answers; the 95th of a hundred. */
async function echo(line: Line): Promise<number> {
  await say(line, "stty raw -echo; printf 'raw''%s' now; cat\n", 'rawnow')
  const times: number[] = []
  for (let key = 0; key < KEYS; key++) {
    const start = performance.now()
    await say(line, 'k', 'k')
    times.push(performance.now() - start)
    await wait(2)
  }
  times.sort((one, other) => one - other)
  return times[Math.floor(times.length * PERCENTILE)] ?? 0
}

/** Seconds until a file has come through, counted by a mark behind it. */
async function flood(line: Line, file: string): Promise<number> {
  await wait(SETTLE_MS)
  const start = performance.now()
  await say(line, `cat ${file}; echo en''d-of-file\n`, 'end-of-file')
  return (performance.now() - start) / 1000
}

const rss = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024

interface Place {
  console: ConsoleProcess
  sshd: TestSshd
  serverId: number
  cookie: string
}

async function prepare(): Promise<Place> {
  const sshd = await startSshd()
  const env = { SSH_KEY_DIR: sshd.keyDir, TERMINAL_SESSIONS: String(IDLE + AT_ONCE) }
  const console = await startConsole({ env })
  const api = await openApi(console.url)
  const { id: serverId } = await api.call(ServerAdd, {
    ...{ name: 'bench', os: 'linux', ip: sshd.host, port: sshd.port, owner: sshd.user, path: sshd.keyPath },
    ...{ namespaceId: 1, description: '' },
  })
  return { console, sshd, serverId, cookie: api.cookie }
}

const terminal = async ({ console, cookie, serverId }: Place) => {
  const person = { headers: { cookie }, namespaceId: 1 }
  const client = openTerminal(new URL(console.url).host, person, { serverId, rows: 24, cols: 80 }, KEPT)
  await client.ready()
  return client
}

/** The same shell twice: through the console, and straight from here. */
async function lines(place: Place): Promise<{ ours: Line; bare: Line; end(): void }> {
  const client = await terminal(place)
  const shell = await openBareShell(place.sshd, place.sshd.keyPath)
  let take: (chunk: Buffer) => void = () => undefined
  client.socket.on('message', (data: Buffer, isBinary) => isBinary && take(data))
  return {
    ours: {
      write: (text) => client.type(text),
      listen: (listener) => {
        take = listener
      },
    },
    bare: {
      write: (text) => shell.write(text),
      listen: (listener) => {
        shell.onOutput = listener
      },
    },
    end: () => {
      client.send({ type: 'end' })
      shell.end()
    },
  }
}

async function compareEcho(place: Place): Promise<Comparison> {
  const run = async (which: 'ours' | 'bare') => {
    const both = await lines(place)
    const time = await echo(both[which])
    both.end()
    return time
  }
  const times = await alternated(ROUNDS, { ours: () => run('ours'), bare: () => run('bare') })
  const [ours, bare] = [median(times.ours), median(times.bare)]
  return {
    name: 'terminal, p95 of an echo above SSH alone against 15 ms',
    ratio: Math.max(0, ours - bare) / ECHO_TARGET_MS,
    target: 1,
    figures: `${milliseconds(ours)} through the console against ${milliseconds(bare)} by ssh2 alone, ${KEYS} keys`,
  }
}

async function compareFlood(place: Place): Promise<Comparison> {
  const file = path.join(place.sshd.folder, 'flood')
  const row = `${'0123456789'.repeat(9)}\n`
  writeFileSync(file, row.repeat(Math.ceil(FLOOD_BYTES / row.length)))
  const both = await lines(place)
  const run = (which: 'ours' | 'bare') => flood(both[which], file)
  const times = await alternated(ROUNDS, { ours: () => run('ours'), bare: () => run('bare') })
  both.end()
  const [ours, bare] = [median(times.ours), median(times.bare)]
  const speed = (seconds: number) => `${(FLOOD_BYTES / seconds / 1_000_000).toFixed(1)} MB/s`
  return {
    name: 'terminal, cat of 100 MB against the same channel read directly',
    ratio: ours / bare,
    target: 1.5,
    figures: `${speed(ours)} to a websocket, recorded, against ${speed(bare)} by ssh2 alone; all on the same cores`,
  }
}

async function compareIdle(place: Place): Promise<Comparison> {
  const before = rss(place.console.pid)
  let left = IDLE
  const open = async () => {
    while (left > 0) {
      left--
      await terminal(place)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, open))
  await wait(SETTLE_MS)
  const after = rss(place.console.pid)
  const size = (bytes: number) => `${Math.round(bytes / MEGABYTE)} MiB`
  return {
    name: `terminal, memory with ${IDLE} idle ones against 1 GiB`,
    ratio: after / GIGABYTE,
    target: 1,
    figures: `${size(after)} with them, ${size(before)} before, after floods of ${ROUNDS + 1} × 100 MB`,
  }
}

/** What a terminal costs above SSH itself: time, throughput and memory. */
export async function run(): Promise<Comparison[]> {
  const place = await prepare()
  try {
    return [await compareEcho(place), await compareFlood(place), await compareIdle(place)]
  } finally {
    await place.console.remove()
    await place.sshd.stop()
  }
}
