import { mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { request } from 'node:http'
import path from 'node:path'
import { startSshd, type TestSshd } from '@windlass/backend/testing/sshd'
import { type ConsoleProcess, startConsole } from '@windlass/e2e/support/consoleProcess'
import { openApi } from '@windlass/e2e/support/fixtures'
import { ServerAdd } from '@windlass/shared-kit/contract/server'
import { SFTP_SOCKET_PATH, type SftpFrame } from '@windlass/shared-kit/contract/sftpListing'
import {
  batchHead,
  SFTP_BATCH_PATH,
  SFTP_BATCH_TYPE,
  SFTP_UPLOAD_PATH,
  SFTP_UPLOADS_AT_ONCE,
} from '@windlass/shared-kit/contract/sftpUpload'
import { execa } from 'execa'
import { alternated, type Comparison, median } from './benchmark.ts'

const MEGABYTE = 1024 ** 2
const BYTES = Number(process.env['SFTP_MIB'] ?? 1024) * MEGABYTE
const FILES = 5000
const FILE_BYTES = 4096
/** As the page sends them: so many in a request, and so many requests at once. */
const FILES_PER_BATCH = 500
const SENT_TIME = Math.floor(Date.now() / 1000)
const ENTRIES = 100_000
const ROUNDS = 5
/** At least 0.8 of the speed of OpenSSH's sftp. */
const SPEED_TARGET = 1 / 0.8
const SMALL_TARGET = 1.5
const FIRST_ROWS_MS = 1000
/** Of Linux, for programs. */
const TICKS_PER_SECOND = 100

interface Place {
  console: ConsoleProcess
  sshd: TestSshd
  serverId: number
  cookie: string
  /** Options of ssh and sftp for the same server with the same cipher. */
  options: string[]
}

async function prepare(): Promise<Place> {
  const sshd = await startSshd()
  const console = await startConsole({ env: { SSH_KEY_DIR: sshd.keyDir } })
  const api = await openApi(console.url)
  const { id: serverId } = await api.call(ServerAdd, {
    ...{ name: 'bench', os: 'linux', ip: sshd.host, port: sshd.port, owner: sshd.user, path: sshd.keyPath },
    ...{ namespaceId: 1, description: '' },
  })
  const options = [
    ...['-i', sshd.keyPath, '-o', `Port=${sshd.port}`, '-o', 'StrictHostKeyChecking=no', '-o', 'LogLevel=ERROR'],
    ...['-o', 'UserKnownHostsFile=/dev/null', '-o', 'Ciphers=aes128-gcm@openssh.com'],
  ]
  return { console, sshd, serverId, cookie: api.cookie, options }
}

const seconds = async (run: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await run()
  return (performance.now() - start) / 1000
}

interface Sent {
  status: number
  headers: Record<string, string | string[] | undefined>
}

/** One request as a browser sends it, without the browser. */
function send(
  { console, cookie }: Place,
  method: string,
  where: string,
  headers: Record<string, string | number>,
  body?: Buffer,
) {
  return new Promise<Sent>((resolve, reject) => {
    const asked = request(new URL(where, console.url), { method, headers: { cookie, 'G-N-ID': '1', ...headers } })
    asked.on('error', reject)
    asked.on('response', (answer) => {
      answer.on('error', reject)
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers }))
      answer.resume()
    })
    asked.end(body)
  })
}

/** Large bodies by curl, whose own work takes as little of the machine as that of a browser. @returns the status */
async function curl({ console, cookie }: Place, where: string, args: readonly string[]): Promise<string> {
  const { href } = new URL(where, console.url)
  const { stdout } = await execa('curl', [
    ...['-s', '-w', '%{http_code}', '-H', `cookie: ${cookie}`, '-H', 'G-N-ID: 1', ...args],
    href,
  ])
  return stdout
}

const metadata = (about: Record<string, string | number>) =>
  Object.entries(about)
    .map(([name, value]) => `${name} ${Buffer.from(String(value)).toString('base64')}`)
    .join(',')

async function upload(place: Place, file: string): Promise<void> {
  const about = metadata({ serverId: place.serverId, dir: place.sshd.disk, name: 'ours', overwrite: 1 })
  const made = await send(place, 'POST', SFTP_UPLOAD_PATH, { 'upload-length': BYTES, 'upload-metadata': about })
  const headers = ['-H', 'upload-offset: 0', '-H', 'content-type: application/offset+octet-stream', '-H', 'Expect:']
  // Ours is on the disk when it is answered; OpenSSH's sftp leaves that to the system.
  const status = await curl(place, String(made.headers['location']), ['-T', file, '-X', 'PATCH', ...headers])
  if (status !== '204') throw new Error(`the upload was answered with ${status}`)
}

function largeFile(folder: string): string {
  const file = path.join(folder, 'large')
  const handle = openSync(file, 'w')
  const piece = Buffer.alloc(MEGABYTE, 'windlass')
  for (let at = 0; at < BYTES; at += MEGABYTE) writeSync(handle, piece)
  return file
}

const peakMegabytes = (pid: number): number =>
  Math.round(Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)

/** What the console itself has taken of the processors. */
const cpuSeconds = (pid: number): number => {
  const [user = 0, system = 0] =
    readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').slice(11, 13) ?? []
  return (Number(user) + Number(system)) / TICKS_PER_SECOND
}

async function large(place: Place, folder: string): Promise<Comparison[]> {
  const file = largeFile(folder)
  const { sshd, options, serverId } = place
  const host = `${sshd.user}@${sshd.host}`
  const theirs = (line: string) => execa('sftp', [...options, '-b', '-', host], { input: `${line}\n` })
  const query = `id=${serverId}&file=${encodeURIComponent(file)}`
  const cpuBefore = cpuSeconds(place.console.pid)
  const put = await alternated(ROUNDS, {
    ours: () => seconds(() => upload(place, file)),
    sftp: () => seconds(() => theirs(`put ${file} ${sshd.disk}/theirs`)),
  })
  const cpuBetween = cpuSeconds(place.console.pid)
  const get = await alternated(ROUNDS, {
    ours: () => seconds(() => curl(place, `/server/downloadFile?${query}`, ['-o', `${folder}/ours`])),
    sftp: () => seconds(() => theirs(`get ${file} ${folder}/theirs`)),
  })
  const gibibytes = ((ROUNDS + 1) * BYTES) / 1024 ** 3
  const rows = {
    upload: { times: put, cpu: (cpuBetween - cpuBefore) / gibibytes },
    download: { times: get, cpu: (cpuSeconds(place.console.pid) - cpuBetween) / gibibytes },
  }
  return Object.entries(rows).map(([name, { times, cpu }]) => {
    const [ours, sftp] = [median(times.ours), median(times.sftp)]
    const speed = (value: number) => `${Math.round(BYTES / MEGABYTE / value)} MiB/s`
    const figures = `${speed(ours)} through the console, ${speed(sftp)} by OpenSSH's sftp with the same cipher; the console took ${cpu.toFixed(1)} s of a processor for 1 GiB, and ${peakMegabytes(place.console.pid)} MiB at most`
    return { name: `SFTP ${name} of ${BYTES / MEGABYTE} MiB`, ratio: ours / sftp, target: SPEED_TARGET, figures }
  })
}

async function sendSmall(place: Place, name: string, content: Buffer): Promise<void> {
  const sendBatch = async (from: number) => {
    const files = Array.from({ length: FILES_PER_BATCH }, (_, i) => ({
      name: `${name}/f${from + i}`,
      size: FILE_BYTES,
      // As the page sends it, and as `rsync -a` keeps it.
      time: SENT_TIME,
    }))
    const head = batchHead({ serverId: place.serverId, dir: place.sshd.disk, files })
    const body = Buffer.concat([head, ...files.map(() => content)])
    await send(place, 'POST', SFTP_BATCH_PATH, { 'content-type': SFTP_BATCH_TYPE, 'content-length': body.length }, body)
  }
  let next = 0
  const sendNext = async () => {
    for (let from = next; from < FILES; from = next) {
      next += FILES_PER_BATCH
      await sendBatch(from)
    }
  }
  await Promise.all(Array.from({ length: SFTP_UPLOADS_AT_ONCE }, sendNext))
  const there = readdirSync(path.join(place.sshd.disk, name)).length
  if (there !== FILES) throw new Error(`${there} of ${FILES} files are there`)
}

async function small(place: Place, folder: string): Promise<Comparison[]> {
  const { sshd, options } = place
  const source = path.join(folder, 'small')
  mkdirSync(source)
  const content = Buffer.alloc(FILE_BYTES, 'x')
  for (let i = 0; i < FILES; i++) writeSync(openSync(path.join(source, `f${i}`), 'w'), content)
  let serial = 0
  const times = await alternated(ROUNDS, {
    ours: () => seconds(() => sendSmall(place, `ours${serial++}`, content)),
    rsync: () =>
      seconds(() =>
        execa('rsync', [
          '-a',
          '-e',
          ['ssh', ...options].join(' '),
          `${source}/`,
          `${sshd.user}@${sshd.host}:${sshd.disk}/theirs${serial++}/`,
        ]),
      ),
  })
  const [ours, rsync] = [median(times.ours), median(times.rsync)]
  const figures = `${ours.toFixed(2)} s for ${FILES} files of 4 KiB, ${rsync.toFixed(2)} s by rsync`
  return [{ name: 'SFTP upload of small files', ratio: ours / rsync, target: SMALL_TARGET, figures }]
}

function list(
  { console, cookie, serverId }: Place,
  folder: string,
): Promise<{ first: number; all: number; rows: number }> {
  const address = `${console.url.replace('http', 'ws')}${SFTP_SOCKET_PATH}?serverId=${serverId}&ctl=1&G-N-ID=1`
  // Node's takes headers; the types are those of browsers.
  const asUser = { headers: { cookie, origin: console.url } } as unknown as string[]
  const socket = new WebSocket(address, asUser)
  const start = performance.now()
  let first = 0
  let rows = 0
  return new Promise((resolve, reject) => {
    socket.addEventListener('error', () => reject(new Error('the socket was refused')))
    socket.addEventListener('open', () => socket.send(JSON.stringify({ id: 1, path: folder })))
    socket.addEventListener('message', ({ data }) => {
      const frame = JSON.parse(String(data)) as SftpFrame
      if ('type' in frame || 'code' in frame) return
      if (rows === 0) first = performance.now() - start
      rows += frame.rows.length
      if (!frame.isDone) return
      socket.close()
      resolve({ first, all: performance.now() - start, rows })
    })
  })
}

async function listing(place: Place, folder: string): Promise<Comparison[]> {
  const many = path.join(folder, 'many')
  mkdirSync(many)
  await execa('sh', ['-c', `cd "$0" && seq ${ENTRIES} | xargs touch`, many])
  const runs = []
  for (let round = 0; round < ROUNDS; round++) runs.push(await list(place, many))
  const first = median(runs.map((run) => run.first))
  const figures = `${Math.round(first)} ms to the first rows of ${runs[0]?.rows}, ${Math.round(median(runs.map((run) => run.all)))} ms to the last, against ${FIRST_ROWS_MS} ms`
  return [{ name: 'SFTP first rows of a folder', ratio: first / FIRST_ROWS_MS, target: 1, figures }]
}

/** The file manager against OpenSSH's sftp and rsync on the same sshd, and the first rows of a large folder. */
export async function run(): Promise<Comparison[]> {
  const place = await prepare()
  const folder = path.join(place.sshd.folder, 'bench')
  mkdirSync(folder)
  try {
    return [...(await listing(place, folder)), ...(await small(place, folder)), ...(await large(place, folder))]
  } finally {
    await place.console.remove()
    await place.sshd.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
