import { existsSync } from 'node:fs'
import { readdir, readlink, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DeployState } from '@windlass/shared-kit/contract'
import { DeployCancel, DeployList, DeployPublish } from '@windlass/shared-kit/contract/deploy'
import type { DeployPolicy } from '@windlass/shared-kit/contract/deployPolicy'
import { ProjectEdit, ProjectList } from '@windlass/shared-kit/contract/project'
import { DeployRollbackDone, DeployRollout } from '@windlass/shared-kit/contract/rollout'
import { execa } from 'execa'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  addProject,
  addTarget,
  type BenchTarget,
  CAN_MOUNT,
  type DeployBench,
  deploy,
  endOf,
  logOf,
  makeDeployBench,
  until,
} from '../../testing/deployBench.ts'
import { closeTestServer, makeTestServer, TEST_ENGINE, type TestServer } from '../../testing/testServer.ts'

/** PostgreSQL hands the job of a dead node to another one only after it was silent for half a minute. */
const LIMIT_MS = TEST_ENGINE === 'postgres' ? 240_000 : 150_000
const MAIN = path.join(import.meta.dirname, '../../main.ts')

let bench: DeployBench
let server: TestServer
let targets: BenchTarget[]
let projectId: number

const settings = () => ({ SSH_KEY_DIR: bench.keyDir, SHUTDOWN_SECONDS: '1' })
const place = () => ({ path: path.join(bench.root, 'app'), symlinkPath: path.join(bench.root, 'releases') })
const on = (index: number, inside: string) => path.join(targets[index]?.disk ?? '', path.relative(bench.root, inside))
const liveOn = (index: number) => readlink(on(index, place().path)).then((link) => path.basename(link))

beforeEach(async () => {
  bench = await makeDeployBench()
  targets = [await bench.startTarget(), await bench.startTarget()]
  server = await makeTestServer(settings())
})

afterEach(async () => {
  await closeTestServer(server)
  await bench.stop()
})

const setUp = async (policy: Partial<DeployPolicy>) => {
  const serverIds: number[] = []
  for (const [index, { sshd }] of targets.entries()) {
    serverIds.push(await addTarget(server.admin, bench, { name: `web-${index + 1}`, port: sshd.port }))
  }
  projectId = await addProject(server.admin, bench, { ...place(), serverIds, policy })
  return serverIds
}

const look = (token: string) => server.admin.call(DeployRollout, { projectId, token })

/** Queues a deploy and lets `count` processes of their own compete for it. */
async function deployInChildren(count: number) {
  await server.platform.jobs.drain(0)
  const { token } = await server.admin.call(DeployPublish, { projectId })
  const { DATA_DIR, DATABASE_URL } = server.env
  await server.stop()
  const env = { ...settings(), DATA_DIR, DATABASE_URL, PORT: '0', LOG_LEVEL: 'error' }
  const children = Array.from({ length: count }, () => execa(process.execPath, [MAIN], { env, reject: false }))
  return { token, children }
}

const restart = async () => {
  const { DATA_DIR, DATABASE_URL } = server.env
  server = await makeTestServer({ ...settings(), DATA_DIR, DATABASE_URL })
}

describe.skipIf(!CAN_MOUNT)('a console that is killed in a rollout (needs root for two disks on one machine)', () => {
  it(
    'in a pause leaves each server with what it had, says so, and offers the way back',
    async () => {
      await setUp({ batchSize: '1' })
      const first = await deploy(server, projectId)
      const row = (await server.admin.call(ProjectList)).list[0]
      if (!row) throw new Error('the project is not there')
      const serverIds = await boundIds()
      const policy = { batchSize: '1', batchPauseSeconds: 600 }
      await server.admin.call(ProjectEdit, { ...row, serverIds, policy })
      const { token, children } = await deployInChildren(1)
      const link = on(0, place().path)
      await until('the first server is served', async () => (await readlink(link)).includes(token), LIMIT_MS)
      for (const child of children) child.kill('SIGKILL')
      await Promise.all(children)
      await restart()
      const end = await endOf(server, token, LIMIT_MS)
      expect(end.state).toBe('interrupted')
      // The kill may come before the server is written down as done; both sentences are true then.
      expect(end.reason).toMatch(
        /^interrupted: the console stopped during .*; web-1: (?:done|the new release is live); web-2: not touched$/,
      )
      expect(await liveOn(0)).toBe(token)
      expect(await liveOn(1)).toBe(first.token)
      expect(existsSync(path.join(on(1, place().symlinkPath), `${token}.partial`))).toBe(false)
      expect(await look(token)).toMatchObject({ pauseMs: 0, canRollBack: 1 })
      const [board] = (await server.admin.call(DeployList)).list
      expect(board).toMatchObject({ deployState: DeployState.Failed, stage: '', queuePosition: 0 })
      const back = await server.admin.call(DeployRollbackDone, { projectId, token })
      expect(await endOf(server, back.token)).toMatchObject({ state: 'success' })
      expect(await liveOn(0)).toBe(first.token)
    },
    LIMIT_MS,
  )

  it(
    'in a health probe asks again after its restart, and ends the deploy as the server answers then',
    async () => {
      const [mark, asked] = [path.join(bench.folder, 'healthy'), path.join(bench.folder, 'asked')]
      await setUp({
        probe: {
          ...{
            kind: 'command',
            target: `mkdir -p '${asked}' && mktemp '${asked}/XXXXXX' && test -e '${mark}'`,
            expectedStatus: 200,
          },
          ...{ timeoutSeconds: 20, attempts: 100, intervalSeconds: 1 },
        },
      })
      const { token, children } = await deployInChildren(1)
      await until('both are asked', async () => existsSync(asked) && (await readdir(asked)).length >= 4, LIMIT_MS)
      for (const child of children) child.kill('SIGKILL')
      await Promise.all(children)
      await writeFile(mark, '')
      await restart()
      expect(await endOf(server, token, LIMIT_MS)).toMatchObject({ state: 'success', reason: '' })
      expect((await look(token)).batches.flat().map(({ phase }) => phase)).toEqual(['done', 'done'])
      await rm(mark)
    },
    LIMIT_MS,
  )

  it.runIf(TEST_ENGINE === 'postgres')(
    'is one of two that want the same deploy: it runs once, and ends once',
    async () => {
      const served = path.join(bench.folder, 'served')
      await setUp({ batchSize: '1' })
      const row = (await server.admin.call(ProjectList)).list[0]
      if (!row) throw new Error('the project is not there')
      const serverIds = await boundIds()
      await server.admin.call(ProjectEdit, {
        ...row,
        serverIds,
        script: { afterDeploy: { mode: 'sh', content: `mkdir -p '${served}' && mktemp '${served}/XXXXXX'` } },
      })
      const { token, children } = await deployInChildren(2)
      await until('both are served', () => existsSync(on(1, place().path)), LIMIT_MS)
      await restart()
      expect(await endOf(server, token, LIMIT_MS)).toMatchObject({ state: 'success' })
      for (const child of children) child.kill('SIGTERM')
      await Promise.all(children)
      expect(await readdir(served)).toHaveLength(2)
      const said = (await logOf(server.admin, projectId, token)).filter(({ text }) => text === 'success\n')
      expect(said).toHaveLength(1)
      const again = await server.admin.ask(DeployCancel, { projectId, token })
      expect(again.message).toBe('this deploy has ended already')
    },
    LIMIT_MS,
  )
})

async function boundIds(): Promise<number[]> {
  const rows = await server.platform.db.selectFrom('projectServer').select('serverId').orderBy('id').execute()
  return rows.map(({ serverId }) => serverId)
}
