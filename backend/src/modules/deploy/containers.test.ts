import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DeployCancel, DeployPublish, DeployRebuild, DeployTraceList } from '@windlass/shared-kit/contract/deploy'
import { ProjectAdd } from '@windlass/shared-kit/contract/project'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeTestEngine } from '../../testing/containerEngine.ts'
import {
  addProject,
  addTarget,
  type BenchTarget,
  type DeployBench,
  deploy,
  endOf,
  makeDeployBench,
  outputOf,
  until,
} from '../../testing/deployBench.ts'
import { closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'windlass-engine-'))
const engine = await makeTestEngine(folder)
const image = engine?.image ?? 'localhost/none'

/** Starting containers keeps a busy machine busy. */
const LIMIT_MS = 180_000

let bench: DeployBench
let server: TestServer
let target: BenchTarget
let serverId: number
let serial = 0

const place = () => ({ path: path.join(bench.root, `app${++serial}`) })
const yaml = (...steps: object[]) => ({ mode: 'yaml' as const, content: JSON.stringify({ steps }) })
const step = (name: string, ...commands: string[]) => ({ name, image, commands })

beforeAll(async () => {
  bench = await makeDeployBench()
  target = await bench.startTarget()
  server = await makeTestServer({
    SSH_KEY_DIR: bench.keyDir,
    CONTAINER_ENGINE: engine?.program ?? '/nowhere/engine',
  })
  serverId = await addTarget(server.admin, bench, { name: 'web', port: target.sshd.port })
})

afterAll(async () => {
  await closeTestServer(server)
  await bench.stop()
  await rm(folder, { recursive: true, force: true })
})

const stepsOf = async (token: string) =>
  (await server.admin.call(DeployTraceList, { lastPublishToken: token })).list
    .filter(({ type }) => [3, 6, 7].includes(type))
    .map(({ type, state, ext, detail }) => ({ type, state, detail, ...(JSON.parse(ext) as { step?: string }) }))

describe.skipIf(engine === undefined)('a pipeline (needs podman, runc and a static busybox)', () => {
  it('runs each step in a container on the console, on the server after the link, and at the end', {
    timeout: LIMIT_MS,
  }, async () => {
    const where = place()
    const symlinkPath = path.join(bench.root, 'releases')
    const projectId = await addProject(server.admin, bench, {
      ...where,
      symlinkPath,
      symlinkBackupNumber: 5,
      serverIds: [serverId],
      name: "it's the shop",
      script: {
        afterPull: yaml(
          step('build', 'echo "built ${COMMIT_SHORT_ID} for $PROJECT_NAME" > built.txt', 'echo warned >&2'),
          step('look', 'cat built.txt; pwd'),
        ),
        afterDeploy: yaml(step('on the server', 'cat built.txt', 'echo "here $SERVER_NAME $greeting ${SERVER_ID}"')),
        deployFinish: yaml({ ...step('end', 'echo "end of $PUBLISH_TOKEN"'), imageOptions: { registry: '' } }),
      },
    })
    const customVariables = [{ name: 'greeting', value: 'hello\n${PROJECT_ENV}', type: 'string' as const }]
    const end = await deploy(server, projectId, { customVariables })
    expect(end).toMatchObject({ state: 'success', reason: '' })
    const output = await outputOf(server.admin, projectId, end.token)
    const commit = (await bench.git('rev-parse', 'HEAD')).slice(0, 6)
    expect(output).toContain('warned\n')
    expect(output).toContain(`built ${commit} for it's the shop\n/data/www/repository/project_${projectId}\n`)
    expect(output).toContain(`here web hello\n1 ${serverId}\n`)
    expect(output).toContain(`end of ${end.token}\n`)
    expect(await stepsOf(end.token)).toMatchObject([
      { type: 3, state: 1, step: 'build' },
      { type: 3, state: 1, step: 'look' },
      { type: 6, state: 1, script: '' },
      { type: 6, state: 1, step: 'on the server', serverId },
      { type: 7, state: 1, step: 'end' },
    ])
    expect(await engine?.containers()).toEqual([])
    expect(existsSync(path.join(server.env.DATA_DIR, 'deploy', end.token))).toBe(false)

    await bench.commit('second', { 'index.html': 'two\n' })
    await deploy(server, projectId, { customVariables })
    const answer = await server.admin.call(DeployRebuild, { projectId, token: end.token })
    expect(answer.type).toBe('symlink')
  })

  it('stops at the first command that fails, by its exit status, and says which step it was', {
    timeout: LIMIT_MS,
  }, async () => {
    const projectId = await addProject(server.admin, bench, {
      ...place(),
      serverIds: [serverId],
      script: {
        afterDeploy: yaml(
          step('first', 'echo one; exit 0'),
          step('second', '(exit 7)', 'echo never'),
          step('third', 'id'),
        ),
      },
    })
    const end = await deploy(server, projectId)
    expect(end.reason).toBe('web: the step "second" after the deploy failed with exit status 7')
    expect(await stepsOf(end.token)).toMatchObject([
      { state: 1, step: 'first' },
      { state: 0, step: 'second' },
    ])
    expect(await outputOf(server.admin, projectId, end.token)).not.toContain('never')
  })

  it('makes an image from a folder of the repository, and from no folder outside of it', async () => {
    await bench.commit('image', {
      'docker/web/Dockerfile': `FROM ${image}\nCOPY page /page\n`,
      'docker/web/page': 'made\n',
    })
    const own = { name: 'own', image: 'localhost/made:${COMMIT_SHORT_ID}', commands: ['cat /page'] }
    const project = (dockerfile: string) =>
      addProject(server.admin, bench, {
        ...place(),
        script: { afterPull: yaml({ ...own, imageOptions: { dockerfile } }) },
      })
    const projectId = await project('docker/web')
    const end = await deploy(server, projectId)
    expect(end).toMatchObject({ state: 'success', reason: '' })
    expect(await outputOf(server.admin, projectId, end.token)).toContain('made\n')
    expect((await deploy(server, await project('docker/none'))).reason).toBe(
      'the step "own" after the pull was not started: the folder docker/none is not in the repository',
    )
  })

  it('never shows the password of a registry, and says that the sign-in was refused', async () => {
    const imageOptions = { registry: '127.0.0.1:1/team/', username: 'me', password: 'tops3cret' }
    const projectId = await addProject(server.admin, bench, {
      ...place(),
      script: { afterPull: yaml({ ...step('private', 'echo tops3cret'), image: 'shop', imageOptions }) },
    })
    const end = await deploy(server, projectId)
    expect(end.reason).toBe(
      'the step "private" after the pull was not started: the registry 127.0.0.1:1 refuses the sign-in of me',
    )
    const stored = JSON.stringify([
      await server.platform.db.selectFrom('publishTrace').selectAll().where('token', '=', end.token).execute(),
      await server.platform.db.selectFrom('publishLog').selectAll().where('token', '=', end.token).execute(),
    ])
    expect(stored).not.toContain('tops3cret')
  })

  it.each(['afterPull', 'afterDeploy'] as const)(
    'leaves no container behind when %s is cancelled',
    { timeout: LIMIT_MS },
    async (block) => {
      const where = place()
      const projectId = await addProject(server.admin, bench, {
        ...where,
        serverIds: [serverId],
        script: { [block]: yaml(step('long', 'echo started; sleep 300')) },
      })
      const { token } = await server.admin.call(DeployPublish, { projectId })
      await until('the container runs', async () =>
        (await outputOf(server.admin, projectId, token)).includes('started'),
      )
      expect(await engine?.containers()).toHaveLength(1)
      await server.admin.call(DeployCancel, { projectId, token })
      expect(await endOf(server, token)).toMatchObject({ state: 'cancelled' })
      expect(await engine?.containers()).toEqual([])
    },
  )
})

it('says what to do where no engine is installed or it does not answer', async () => {
  const other = await makeTestServer({ CONTAINER_ENGINE: '/nowhere/engine' })
  const projectId = await addProject(other.admin, bench, { ...place(), script: { afterPull: yaml(step('one', 'id')) } })
  expect((await deploy(other, projectId)).reason).toBe(
    'the step "one" after the pull was not started: the console\'s machine: there is no container engine; install docker or podman, or name one in CONTAINER_ENGINE',
  )
  await closeTestServer(other)
  const silent = path.join(folder, 'silent')
  await mkdir(folder, { recursive: true })
  await writeFile(silent, '#!/bin/sh\necho "Cannot connect to the daemon" >&2; exit 1\n', { mode: 0o755 })
  const third = await makeTestServer({ CONTAINER_ENGINE: silent })
  const again = await addProject(third.admin, bench, { ...place(), script: { deployFinish: yaml(step('one', 'id')) } })
  expect((await deploy(third, again)).reason).toContain('silent does not answer: Cannot connect to the daemon')
  await closeTestServer(third)
  expect(await readFile(silent, 'utf8')).toContain('exit 1')
})

it('refuses a project whose pipeline cannot be read, in the words existing clients know', async () => {
  const base = { name: 'x', repoType: 'git' as const, url: bench.origin, environment: 1, branch: 'main', ...place() }
  const broken = { mode: 'yaml' as const, content: 'steps: [' }
  for (const [block, words] of [
    ['afterPull', 'After Pull'],
    ['afterDeploy', 'After Deploy'],
    ['deployFinish', 'Deploy Finish'],
  ] as const) {
    const answer = await server.admin.ask(ProjectAdd, { ...base, script: { [block]: broken } })
    expect(answer.message).toMatch(`unmarshal ${words} yaml script fail, please check it: `)
  }
  const windows = await server.admin.ask(ProjectAdd, {
    ...base,
    script: { afterPull: { mode: 'cmd', content: 'dir' } },
  })
  expect(windows.message).toContain('only the script after the deploy may be cmd')
})
