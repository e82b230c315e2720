import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ServerMetricsNow } from '@windlass/shared-kit/contract/serverMetrics'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MACHINES, makeMachine, type TestMachine } from '../../testing/agentMachine.ts'
import { until } from '../../testing/deployBench.ts'
import { closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'
import { createAgentKeyring } from '../metrics/agentKeyring.ts'

/** Three lives of an agent, each of which may take a minute to measure. */
const LIMIT_MS = 200_000

let folder: string
let server: TestServer
let front: Server
let url: string

/** A certificate that nobody but its own file vouches for. */
async function makeCertificate(name: string): Promise<{ key: string; cert: string }> {
  const [key, cert] = [path.join(folder, `${name}.key`), path.join(folder, `${name}.crt`)]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '20']
  const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1']
  await execa('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', cert])
  return { key, cert }
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'windlass-https-'))
  await chmod(folder, 0o755)
  server = await makeTestServer()
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.app.server.address() as AddressInfo
  const { key, cert } = await makeCertificate('console')
  const secrets = { key: await readFile(key), cert: await readFile(cert) }
  // What a reverse proxy does in front of a console.
  front = createServer(secrets, (asked, answer) => {
    const { method, url: address, headers } = asked
    const onward = request({ host: '127.0.0.1', port, method, path: address, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers)
      given.pipe(answer)
    })
    asked.pipe(onward)
  })
  await once(front.listen(0, '127.0.0.1'), 'listening')
  url = `https://127.0.0.1:${(front.address() as AddressInfo).port}`
})
afterAll(async () => {
  front.closeAllConnections()
  front.close()
  await closeTestServer(server)
  await rm(folder, { recursive: true, force: true })
})

const logOf = ({ home }: TestMachine) => readFile(path.join(home, 'windlass-agent.d', 'log'), 'utf8')
const spoolOf = async ({ home }: TestMachine) =>
  (await readdir(path.join(home, 'windlass-agent.d', 'spool'))).filter((name) => name.startsWith('m.'))
const isListed = (of: TestMachine) => spoolOf(of).catch(() => [])

describe.each([
  ['Debian', /curl: \(60\) SSL certificate problem: self.signed certificate/],
  ['DebianWget', /certificate/i],
] as const)('an agent on a small %s that reports over HTTPS', (kind, words) => {
  it(
    'says what is wrong with the certificate and keeps what it measured until its authority is named',
    async () => {
      const values = { namespaceId: 1, name: kind, ip: `10.2.0.${kind.length}`, port: 22, owner: 'root', os: 'linux' }
      const row = { ...values, state: 1, insertTime: 1, updateTime: 1 }
      const { db } = server.platform
      const { id } = await db.insertInto('server').values(row).returning('id').executeTakeFirstOrThrow()
      const key = await createAgentKeyring(server.platform).current(id)
      const made = await makeMachine(path.join(folder, kind), MACHINES[kind], { serverId: id, url, key })
      const settings = path.join(made.home, 'windlass-agent.conf')
      const text = await readFile(settings, 'utf8')
      const runWith = async (ca: string, isDone: () => Promise<boolean>) => {
        await writeFile(settings, `${text}${ca}`)
        const running = made.run('run')
        await until('it has gone so far', isDone)
        await made.run('stop')
        await running
      }
      const other = await makeCertificate(`other-${kind}`)
      const told = async (times: number) => {
        const lines = (await logOf(made).catch(() => '')).split('\n').filter((line) => line.includes('is not reached'))
        return lines.length >= times && lines.every((line) => words.test(line))
      }
      await runWith('', async () => (await told(1)) && (await isListed(made)).length > 0)
      const kept = await spoolOf(made)
      await runWith(`ca=${other.cert}\n`, () => told(2))
      expect(await spoolOf(made)).toEqual(expect.arrayContaining(kept))
      expect((await server.admin.call(ServerMetricsNow, { serverId: id })).items).toEqual([])
      // What the steps of an installation ask for.
      expect((await made.run('hello')).stderr).toMatch(words)

      await runWith(`ca=${path.join(folder, 'console.crt')}\n`, async () => (await spoolOf(made)).length === 0)
      expect(await made.run('hello')).toMatchObject({ exitCode: 0 })
      expect(await told(2)).toBe(true)
      const cpu = (await server.admin.call(ServerMetricsNow, { serverId: id })).items.find(
        ({ item }) => item === 'cpu_usage',
      )
      expect(cpu?.recent.some((value) => value !== null)).toBe(true)
    },
    LIMIT_MS,
  )
})
