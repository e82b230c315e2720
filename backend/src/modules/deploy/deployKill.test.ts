import { once } from 'node:events'
import { lstat, readFile, readlink } from 'node:fs/promises'
import path from 'node:path'
import { DeployState, TraceType } from '@windlass/shared-kit/contract'
import { DeployList, DeployPublish, DeployTraceList } from '@windlass/shared-kit/contract/deploy'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addProject,
  addTarget,
  type BenchTarget,
  type DeployBench,
  endOf,
  makeDeployBench,
} from '../../testing/deployBench.ts'
import { closeTestServer, makeTestServer, TEST_ENGINE, type TestServer } from '../../testing/testServer.ts'

/** PostgreSQL hands the job of a dead node to another one only after it was silent for half a minute. */
const LIMIT_MS = TEST_ENGINE === 'postgres' ? 240_000 : 120_000
const MAIN = path.join(import.meta.dirname, '../../main.ts')
/** Deploys that one kill meets, each at a moment of its own. */
const PROJECTS = 25
const KILLS = 2
/** Longest a console lives with its deploys before it is killed. */
const LIFE_MS = 4000

let bench: DeployBench
let server: TestServer
let target: BenchTarget
let projectIds: number[]

const settings = () => ({ SSH_KEY_DIR: bench.keyDir, SHUTDOWN_SECONDS: '1', DEPLOY_LIMIT: String(PROJECTS) })
const place = (index: number) => ({
  path: path.join(bench.root, `app${index}`),
  symlinkPath: path.join(bench.root, 'releases', `app${index}`),
})
const diskOf = (inside: string) => path.join(target.disk, path.relative(bench.root, inside))
const script = (content: string) => ({ mode: '' as const, content })

beforeAll(async () => {
  bench = await makeDeployBench()
  target = await bench.startTarget()
  server = await makeTestServer(settings())
  const serverId = await addTarget(server.admin, bench, { name: 'web', port: target.sshd.port })
  projectIds = []
  for (let index = 0; index < PROJECTS; index += 1) {
    // Every stage takes a while of its own, so that a kill meets all of them.
    const wait = `sleep 0.${index % 10}`
    const shop = { name: `shop ${index}`, ...place(index), symlinkBackupNumber: 2, serverIds: [serverId] }
    const scripts = { afterPull: script(wait), afterDeploy: script(wait), deployFinish: script(wait) }
    projectIds.push(await addProject(server.admin, bench, { ...shop, script: scripts }))
  }
})
afterAll(async () => {
  await closeTestServer(server)
  await bench.stop()
})

/** Queues a deploy of every project and lets a process of its own run them, until it is killed. */
async function deployAndKill(lifeMs: number): Promise<string[]> {
  await server.platform.jobs.drain(0)
  const tokens: string[] = []
  for (const projectId of projectIds) tokens.push((await server.admin.call(DeployPublish, { projectId })).token)
  await server.stop()
  const { DATA_DIR, DATABASE_URL } = server.env
  const child = execa(process.execPath, [MAIN], {
    env: { ...settings(), DATA_DIR, DATABASE_URL, PORT: '0', LOG_LEVEL: 'error' },
    reject: false,
    buffer: false,
  })
  // It says its address when it begins to work, however long it takes to start.
  await once(child.stdout, 'data')
  child.stdout.resume()
  await new Promise((resolve) => setTimeout(resolve, lifeMs))
  child.kill('SIGKILL')
  await child
  server = await makeTestServer({ ...settings(), DATA_DIR, DATABASE_URL })
  return tokens
}

/** What the link of a project leads to; undefined before the first release. */
async function liveOf(index: number): Promise<{ token: string; page: string; code: string } | undefined> {
  const link = diskOf(place(index).path)
  const found = await lstat(link).catch(() => undefined)
  if (!found) return undefined
  const release = path.join(path.dirname(link), await readlink(link))
  const read = (name: string) => readFile(path.join(release, name), 'utf8')
  return { token: path.basename(release), page: await read('index.html'), code: await read('lib/code.js') }
}

/** What is wrong after a deploy that a kill may have met; nothing when all of it is told and whole. */
async function problemsOf(index: number, token: string, page: string): Promise<string[]> {
  const end = await endOf(server, token, LIMIT_MS)
  const { list: trace } = await server.admin.call(DeployTraceList, { lastPublishToken: token })
  const isTold = trace.some(({ type, state }) => type === TraceType.PublishFinish || state === 0)
  const live = await liveOf(index)
  const isSuccess = end.state === 'success'
  const wrong: [boolean, string][] = [
    [trace[0]?.type !== TraceType.Queue, 'has no record of the queue'],
    [!isTold, 'ended without a record'],
    [live !== undefined && live.page !== live.code, 'left files of two commits'],
    [isSuccess && (live?.token !== token || live.page !== page), 'succeeded without being live'],
    [!isSuccess && !end.reason.startsWith('interrupted: '), `ended as ${end.state}: ${end.reason}`],
  ]
  return wrong.flatMap(([isWrong, what]) => (isWrong ? [`${token} ${what}`] : []))
}

describe('a console that is killed while deploys run', () => {
  it(
    `leaves nothing stuck, half switched or untold, ${PROJECTS * KILLS} times`,
    async () => {
      for (let round = 0; round < KILLS; round += 1) {
        // Both files are from one commit, so that a mixture would be seen.
        await bench.commit(`round ${round}`, { 'index.html': `${round}\n`, 'lib/code.js': `${round}\n` })
        const tokens = await deployAndKill(Math.random() * LIFE_MS)
        const problems = await Promise.all(tokens.map((token, index) => problemsOf(index, token, `${round}\n`)))
        expect(problems.flat()).toEqual([])
        const board = (await server.admin.call(DeployList)).list
        expect(board.filter(({ deployState }) => deployState === DeployState.Deploying)).toEqual([])
      }
      // And everything can be deployed again.
      for (const projectId of projectIds.slice(0, 3)) {
        const { token } = await server.admin.call(DeployPublish, { projectId })
        expect(await endOf(server, token)).toMatchObject({ state: 'success', reason: '' })
      }
    },
    LIMIT_MS * (KILLS + 1),
  )
})
