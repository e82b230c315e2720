import { statSync } from 'node:fs'
import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DeployState } from '@windlass/shared-kit/contract'
import { DeployList, DeployPublish } from '@windlass/shared-kit/contract/deploy'
import { execa } from 'execa'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { makeTestEngine } from '../../testing/containerEngine.ts'
import {
  addProject,
  addTarget,
  type BenchTarget,
  type DeployBench,
  deploy,
  endOf,
  logOf,
  makeDeployBench,
  outputOf,
  until,
} from '../../testing/deployBench.ts'
import { closeTestServer, makeTestServer, TEST_ENGINE, type TestServer } from '../../testing/testServer.ts'

/** PostgreSQL hands the job of a dead node to another one only after it was silent for half a minute. */
const LIMIT_MS = TEST_ENGINE === 'postgres' ? 180_000 : 120_000
const MAIN = path.join(import.meta.dirname, '../../main.ts')

const engineFolder = await mkdtemp(path.join(tmpdir(), 'windlass-engine-'))
const engine = await makeTestEngine(engineFolder)

let bench: DeployBench
let server: TestServer
let target: BenchTarget
let projectId: number
let serial = 0

const settings = () => ({
  SSH_KEY_DIR: bench.keyDir,
  SHUTDOWN_SECONDS: '1',
  CONTAINER_ENGINE: engine?.program ?? '',
})
const script = (content: string) => ({ mode: '' as const, content })
const place = () => ({ path: path.join(bench.root, 'app'), symlinkPath: path.join(bench.root, 'releases') })

beforeEach(async () => {
  bench = await makeDeployBench()
  target = await bench.startTarget()
  server = await makeTestServer(settings())
})

afterEach(async () => {
  await closeTestServer(server)
  await bench.stop()
})

afterAll(() => rm(engineFolder, { recursive: true, force: true }))

const setUp = async (change: Parameters<typeof addProject>[2]) => {
  const serverId = await addTarget(server.admin, bench, { name: 'web', port: target.sshd.port })
  projectId = await addProject(server.admin, bench, { ...place(), serverIds: [serverId], ...change })
}

const isRunning = async (command: string): Promise<boolean> =>
  (await execa('ps', ['-A', '-o', 'args='])).stdout.split('\n').includes(command)

/** Queues a deploy and lets a process of its own run it. */
async function deployInChild() {
  await server.platform.jobs.drain(0)
  const { token } = await server.admin.call(DeployPublish, { projectId })
  await server.stop()
  const { DATA_DIR, DATABASE_URL } = server.env
  const child = execa(process.execPath, [MAIN], {
    env: { ...settings(), DATA_DIR, DATABASE_URL, PORT: '0', LOG_LEVEL: 'error' },
    reject: false,
  })
  return { token, child }
}

const restart = async () => {
  const { DATA_DIR, DATABASE_URL } = server.env
  server = await makeTestServer({ ...settings(), DATA_DIR, DATABASE_URL })
}

const diskOf = (inside: string) => path.join(target.disk, path.relative(bench.root, inside))

it(
  'tells that a deploy was cut off in a script on this machine, ends the script, and goes on with the queue',
  async () => {
    const sleep = `sleep ${700 + ++serial}.${process.pid}`
    await setUp({ script: { afterPull: script(sleep) } })
    const { token, child } = await deployInChild()
    await until(`${sleep} runs`, () => isRunning(sleep))
    child.kill('SIGKILL')
    await child
    expect(await isRunning(sleep)).toBe(true)
    await restart()
    const end = await endOf(server, token, LIMIT_MS)
    expect(end).toMatchObject({
      state: 'interrupted',
      reason: 'interrupted: the console stopped during the script after the pull',
    })
    expect(await isRunning(sleep)).toBe(false)
    const [row] = (await server.admin.call(DeployList)).list
    expect(row).toMatchObject({ deployState: DeployState.Failed, stage: '', queuePosition: 0 })
  },
  LIMIT_MS,
)

it(
  'leaves the old release live when the console is killed in a transfer, and the next deploy converges',
  async () => {
    await setUp({ transferOption: '-rtv --exclude .git --bwlimit=200' })
    const first = await deploy(server, projectId)
    await bench.commit('large', { 'large.bin': 'x'.repeat(3_000_000), 'index.html': 'two\n' })
    const { token, child } = await deployInChild()
    const partial = `${token}.partial`
    await until('the transfer runs', async () => (await readdir(diskOf(place().symlinkPath))).includes(partial))
    child.kill('SIGKILL')
    await child
    await restart()
    const end = await endOf(server, token, LIMIT_MS)
    expect(end.reason).toBe(
      'interrupted: the console stopped during the transfer; web: the release before is still live',
    )
    expect(await readlink(diskOf(place().path))).toContain(first.token)
    expect(await readdir(diskOf(place().symlinkPath))).toEqual([first.token])
    await bench.git('rm', '-q', 'large.bin')
    await bench.commit('small again', {})
    const retry = await deploy(server, projectId)
    expect(retry.state).toBe('success')
    expect(await readlink(diskOf(place().path))).toContain(retry.token)
  },
  LIMIT_MS,
)

it.each(['SIGKILL', 'SIGTERM'] as const)(
  'follows a script on a server to its end after a %s of the console, without a gap in its log',
  async (signal) => {
    const [go, seen] = [path.join(bench.folder, 'go'), path.join(bench.folder, 'seen')]
    /** The script writes one byte with every line: how many lines a machine says in a second nobody knows. */
    const spoken = () => statSync(seen, { throwIfNoEntry: false })?.size ?? 0
    const untilMoreLines = async () => {
      const before = spoken()
      await until('ten more lines are said', () => spoken() >= before + 10)
    }
    // The server sees the same files: only `root` is its own.
    await setUp({
      script: {
        afterDeploy: script(
          `i=0; while [ ! -e '${go}' ]; do i=$((i+1)); echo "line $i"; echo >> '${seen}'; sleep 0.1; done; echo "last $i"`,
        ),
        deployFinish: script('echo finished'),
      },
    })
    const { token, child } = await deployInChild()
    await untilMoreLines()
    child.kill(signal)
    const { exitCode } = await child
    expect(exitCode).toBe(signal === 'SIGTERM' ? 0 : undefined)
    // Said while nobody listens.
    await untilMoreLines()
    await restart()
    await untilMoreLines()
    await writeFile(go, '')
    const end = await endOf(server, token, LIMIT_MS)
    expect(end).toMatchObject({ state: 'success', reason: '' })
    const entries = await logOf(server.admin, projectId, token)
    const said = entries
      .filter((entry) => entry.stage === 'afterDeploy' && entry.stream === 'out')
      .map((entry) => entry.text)
      .join('')
    const lines = said.trim().split('\n')
    const count = lines.length - 1
    expect(lines).toEqual([...Array.from({ length: count }, (_, index) => `line ${index + 1}`), `last ${count}`])
    expect(count).toBeGreaterThanOrEqual(30)
    expect(await outputOf(server.admin, projectId, token)).toContain('finished\n')
    await Promise.all([rm(go), rm(seen)])
  },
  LIMIT_MS,
)

const pipeline = (...steps: [name: string, ...commands: string[]][]) => ({
  mode: 'yaml' as const,
  content: JSON.stringify({ steps: steps.map(([name, ...commands]) => ({ name, image: engine?.image, commands })) }),
})

it.skipIf(engine === undefined)(
  'follows the container step on a server after a crash, and runs the steps that come after it',
  async () => {
    await setUp({
      symlinkPath: '',
      script: {
        afterDeploy: pipeline(
          ['wait', 'echo waiting; while [ ! -e go ]; do sleep 0.2; done; echo gone on'],
          ['after', 'echo "the second step"'],
        ),
      },
    })
    const { token, child } = await deployInChild()
    await until('the container runs', async () => (await engine?.containers())?.length === 1)
    child.kill('SIGKILL')
    await child
    await writeFile(path.join(diskOf(place().path), 'go'), '')
    await restart()
    expect(await endOf(server, token, LIMIT_MS)).toMatchObject({ state: 'success', reason: '' })
    const output = await outputOf(server.admin, projectId, token)
    expect(output).toContain('waiting\ngone on\n')
    expect(output).toContain('the second step\n')
    expect(await engine?.containers()).toEqual([])
  },
  LIMIT_MS,
)

it.skipIf(engine === undefined)(
  'removes the container that a crashed console has left on its own machine',
  async () => {
    await setUp({ script: { afterPull: pipeline(['long', 'sleep 300']) } })
    const { token, child } = await deployInChild()
    await until('the container runs', async () => (await engine?.containers())?.length === 1)
    child.kill('SIGKILL')
    await child
    await restart()
    expect(await endOf(server, token, LIMIT_MS)).toMatchObject({ state: 'interrupted' })
    expect(await engine?.containers()).toEqual([])
  },
  LIMIT_MS,
)
