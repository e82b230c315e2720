import { readFileSync } from 'node:fs'
import { type ConsoleProcess, startConsole } from '@windlass/e2e/support/consoleProcess'
import { type Api, openApi } from '@windlass/e2e/support/fixtures'
import { NAMESPACE_HEADER, Permission } from '@windlass/shared-kit/contract'
import { NamespaceAddUser } from '@windlass/shared-kit/contract/namespace'
import { RoleAdd, RoleChangePermission } from '@windlass/shared-kit/contract/role'
import { UserLogin } from '@windlass/shared-kit/contract/session'
import { LiveSocket } from '@windlass/shared-kit/contract/socket'
import { UserAdd } from '@windlass/shared-kit/contract/user'
import { type Comparison, median, milliseconds } from './benchmark.ts'

const PEOPLE = 50
const SOCKETS = Number(process.env['SOCKETS'] ?? 2000)
/** How many connect at once: a browser does one, and a flood would measure how a flood is taken. */
const AT_ONCE = 50
const ROUNDS = 5
const LIMIT_MS = 1000
const MEMORY_LIMIT = 300 * 1000 * 1000
const PASSWORDS = { first: 'Bench-first-1', own: 'Bench-own-22' }

interface OpenSocket {
  close(): void
  /** Resolves at the next frame. */
  told(): Promise<void>
}

/** Node's own client takes headers, which browsers send by themselves. */
function connect(url: string, cookie: string): Promise<OpenSocket> {
  const address = `${url.replace('http', 'ws')}${LiveSocket.path}?${NAMESPACE_HEADER}=1`
  const options = { headers: { cookie, origin: url } } as unknown as string[]
  const socket = new WebSocket(address, options)
  let tell = () => {}
  socket.addEventListener('message', () => tell())
  return new Promise((resolve, reject) => {
    socket.addEventListener('error', () => reject(new Error('a websocket was refused')))
    socket.addEventListener('open', () =>
      resolve({
        close: () => socket.close(),
        told: () =>
          new Promise((done) => {
            tell = done
          }),
      }),
    )
  })
}

/** Makes people of one role and answers the cookie of each. */
async function makePeople(api: Api, url: string, roleId: number): Promise<string[]> {
  const cookies: string[] = []
  const userIds: number[] = []
  for (let number = 1; number <= PEOPLE; number++) {
    const account = `bench${number}`
    const person = { account, name: account, password: PASSWORDS.first, contact: '', superManager: 0 as const }
    userIds.push((await api.call(UserAdd, person)).id)
  }
  await api.call(NamespaceAddUser, { namespaceId: 1, userIds, roleId })
  for (let number = 1; number <= PEOPLE; number++) {
    const body = { account: `bench${number}`, password: PASSWORDS.first, newPassword: PASSWORDS.own }
    const response = await fetch(url + UserLogin.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';')
    if (cookie === '') throw new Error(((await response.json()) as { message: string }).message)
    cookies.push(cookie)
  }
  return cookies
}

async function connectAll(url: string, cookies: readonly string[]): Promise<OpenSocket[]> {
  const sockets: OpenSocket[] = []
  while (sockets.length < SOCKETS) {
    const size = Math.min(AT_ONCE, SOCKETS - sockets.length)
    const some = Array.from({ length: size }, (_, index) => connect(url, cookies[index % cookies.length] ?? ''))
    sockets.push(...(await Promise.all(some)))
  }
  return sockets
}

/** The most memory the console ever had. */
const peakOf = ({ pid }: ConsoleProcess): number =>
  Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024

/** How soon everybody knows that his role permits something else, and what so many open pages take. */
export async function run(): Promise<Comparison[]> {
  const server = await startConsole()
  try {
    const api = await openApi(server.url)
    const held = [Permission.ShowDeployPage]
    const roleId = (await api.call(RoleAdd, { name: 'bench', permissionIds: held })).id
    const sockets = await connectAll(server.url, await makePeople(api, server.url, roleId))
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const begun = performance.now()
      const all = Promise.all(sockets.map((socket) => socket.told()))
      const permissionIds = round % 2 === 0 ? [...held, Permission.ShowServerPage] : held
      await api.call(RoleChangePermission, { roleId, permissionIds })
      await all
      times.push(performance.now() - begun)
    }
    const peak = peakOf(server)
    const took = median(times)
    for (const socket of sockets) socket.close()
    const figures = `${milliseconds(took)} from the call that changes a role to the last of ${SOCKETS} websockets of ${PEOPLE} people, client included, at most ${milliseconds(Math.max(...times))} in ${ROUNDS} changes`
    return [
      { name: 'sockets, a changed role', ratio: took / LIMIT_MS, target: 1, figures },
      {
        name: 'sockets, memory',
        ratio: peak / MEMORY_LIMIT,
        target: 1,
        figures: `${Math.round(peak / 1e6)} MB at most with ${SOCKETS} websockets`,
      },
    ]
  } finally {
    await server.remove()
  }
}
