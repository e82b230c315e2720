import { existsSync, writeFileSync } from 'node:fs'
import { appendFile, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Code, Permission } from '@windlass/shared-kit/contract'
import { DeployCancel, DeployPublish, DeployTraceList } from '@windlass/shared-kit/contract/deploy'
import type { DeployPolicy, HealthProbe } from '@windlass/shared-kit/contract/deployPolicy'
import { ProjectAdd, ProjectEdit, ProjectList } from '@windlass/shared-kit/contract/project'
import {
  DeployPlan,
  DeployPromote,
  DeployRollbackDone,
  DeployRollout,
  DeployTestProbe,
} from '@windlass/shared-kit/contract/rollout'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  addProject,
  addTarget,
  type BenchTarget,
  CAN_MOUNT,
  type DeployBench,
  deploy,
  endOf,
  makeDeployBench,
  outputOf,
  until,
} from '../../testing/deployBench.ts'
import { closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'

/** Each test deploys to several servers several times; a busy machine takes its time over that. */
vi.setConfig({ testTimeout: 180_000 })

const NAMES = ['one', 'two', 'three', 'four'] as const

let bench: DeployBench
let server: TestServer
let targets: BenchTarget[]
let serverIds: number[]
let web: Server
/** Names of servers that answer 500. */
const sick = new Set<string>()
/** What happens when a server is found to be sick, before it answers. */
let onSick: () => void = () => undefined
let serial = 0

const place = (name = `app${++serial}`) => ({
  path: path.join(bench.root, name),
  symlinkPath: path.join(bench.root, 'releases', name),
})
const on = (index: number, inside: string) => path.join(targets[index]?.disk ?? '', path.relative(bench.root, inside))
const script = (content: string) => ({ mode: '' as const, content })
const port = () => (web.address() as AddressInfo).port

const probe = (change: Partial<HealthProbe> = {}): HealthProbe => ({
  kind: 'http',
  target: `http://127.0.0.1:${port()}/\${SERVER_NAME}`,
  expectedStatus: 200,
  timeoutSeconds: 10,
  attempts: 2,
  intervalSeconds: 0,
  ...change,
})

beforeAll(async () => {
  bench = await makeDeployBench()
  targets = []
  for (const _ of NAMES) targets.push(await bench.startTarget())
  server = await makeTestServer({ SSH_KEY_DIR: bench.keyDir })
  serverIds = []
  for (const [index, name] of NAMES.entries()) {
    serverIds.push(await addTarget(server.admin, bench, { name, port: targets[index]?.sshd.port ?? 0 }))
  }
  web = createServer(({ url = '' }, response) => {
    if (url === '/hang') return
    const isSick = sick.has(url.slice(1))
    if (isSick) onSick()
    response.writeHead(isSick ? 500 : 200).end()
  })
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
})

afterAll(async () => {
  web.closeAllConnections()
  web.close()
  await closeTestServer(server)
  await bench.stop()
})

const add = (policy: Partial<DeployPolicy>, change: Parameters<typeof addProject>[2] = {}) =>
  addProject(server.admin, bench, { ...place(), serverIds, policy, ...change })

const look = (projectId: number, token: string) => server.admin.call(DeployRollout, { projectId, token })
const phases = async (projectId: number, token: string) =>
  (await look(projectId, token)).batches.map((batch) => batch.map(({ phase }) => phase))

describe.skipIf(!CAN_MOUNT)('a rollout in batches (needs root for several disks on one machine)', () => {
  it('halts after the batch of an unhealthy server, brings those already served back, and leaves the rest alone', async () => {
    const where = place()
    const projectId = await add(
      { batchSize: '1', probe: probe(), onHalt: 'rollback' },
      { ...where, script: { afterDeploy: script('echo "script of ${PROJECT_SYMLINK_PATH}"') } },
    )
    const first = await deploy(server, projectId)
    expect(first).toMatchObject({ state: 'success' })
    await bench.commit('second', { 'index.html': 'two\n' })
    sick.add('three')
    const second = await deploy(server, projectId)
    sick.clear()
    expect(second.state).toBe('failed')
    expect(second.reason).toBe(
      `three: not healthy: http://127.0.0.1:${port()}/three answered 500 instead of 200; not touched: four; ` +
        'went back to the release before: one, two, three',
    )
    for (const index of [0, 1, 2, 3]) expect(await readlink(on(index, where.path))).toContain(first.token)
    expect(existsSync(path.join(on(3, where.symlinkPath), second.token))).toBe(false)
    expect(await look(projectId, second.token)).toMatchObject({
      haltReason: '1 of 4 servers failed (three)',
      canRollBack: 0,
      pauseMs: 0,
    })
    expect((await phases(projectId, second.token)).flat()).toEqual(['rolledBack', 'rolledBack', 'failed', 'untouched'])
    const output = await outputOf(server.admin, projectId, second.token)
    expect(output).toContain('health probe 2 of 2')
    expect(output).toContain(`script of ${where.symlinkPath}/${first.token}`)
    const { list } = await server.admin.call(DeployTraceList, { lastPublishToken: second.token })
    const steps = list.flatMap(({ type, state, ext }) => (type === 6 ? [[JSON.parse(ext).step ?? '', state]] : []))
    expect(steps.filter(([step]) => step === 'health probe')).toEqual([
      ['health probe', 1],
      ['health probe', 1],
      ['health probe', 0],
    ])
    expect(steps.filter(([step]) => step === 'rollback')).toHaveLength(3)
  })

  it('keeps what was served when that is the policy, and offers the way back as a deploy of its own', async () => {
    const where = place()
    const projectId = await add({ batchSize: '50%', probe: probe({ attempts: 1 }) }, where)
    const first = await deploy(server, projectId)
    sick.add('two')
    const second = await deploy(server, projectId)
    sick.clear()
    expect(second.reason).toMatch(/^two: not healthy: .*; not touched: three, four$/)
    expect(await look(projectId, second.token)).toMatchObject({ canRollBack: 2 })
    const early = await server.admin.ask(DeployRollbackDone, { projectId, token: first.token })
    expect(early).toMatchObject({ code: Code.Failed, message: expect.stringContaining('has succeeded') })
    const { token } = await server.admin.call(DeployRollbackDone, { projectId, token: second.token })
    expect(await endOf(server, token)).toMatchObject({ state: 'success', kind: 'rollback', trigger: 'rollback' })
    for (const index of [0, 1, 2, 3]) expect(await readlink(on(index, where.path))).toContain(first.token)
    const again = await server.admin.ask(DeployRollbackDone, { projectId, token: second.token })
    expect(again.message).toMatch(/a later deploy has run since/)
  })

  it('goes on below the failure threshold, and is a failed deploy all the same', async () => {
    const where = place()
    const projectId = await add({ batchSize: '1', failureThreshold: '2', probe: probe({ attempts: 1 }) }, where)
    sick.add('one')
    const end = await deploy(server, projectId)
    sick.clear()
    expect(end).toMatchObject({ state: 'failed', reason: expect.stringMatching(/^one: not healthy/) })
    expect(end.reason).not.toContain('not touched')
    for (const index of [0, 1, 2, 3]) expect(await readlink(on(index, where.path))).toContain(end.token)
  })

  it('pauses between batches, and a cancel in the pause tells which servers have what', async () => {
    const projectId = await add({ batchSize: '2', batchPauseSeconds: 600 })
    const { token } = await server.admin.call(DeployPublish, { projectId })
    await until('the pause begins', async () => (await look(projectId, token)).pauseMs > 0)
    expect(await phases(projectId, token)).toEqual([
      ['done', 'done'],
      ['untouched', 'untouched'],
    ])
    await expect
      .poll(() => outputOf(server.admin, projectId, token))
      .toMatch(/batch 1 of 2 is done; the next one begins in 600 s/)
    await server.admin.call(DeployCancel, { projectId, token })
    expect(await endOf(server, token)).toMatchObject({
      state: 'cancelled',
      reason: 'cancelled by Administrator; one: done; two: done; three: not touched; four: not touched',
    })
    expect((await look(projectId, token)).pauseMs).toBe(0)
  })

  it('can be cancelled in a probe and on the way back, and leaves neither half a link nor a stuck project', async () => {
    const where = place()
    const slow = await add(
      { probe: probe({ attempts: 100, intervalSeconds: 60, target: 'http://127.0.0.1:1/' }) },
      { ...where, serverIds: serverIds.slice(0, 1) },
    )
    const first = await server.admin.call(DeployPublish, { projectId: slow })
    await until('it is probed', async () => (await phases(slow, first.token)).flat()[0] === 'probe')
    await server.admin.call(DeployCancel, { projectId: slow, token: first.token })
    expect(await endOf(server, first.token)).toMatchObject({ state: 'cancelled' })

    const back = place()
    const mark = path.join(bench.folder, 'hold')
    const projectId = await add(
      { batchSize: '1', onHalt: 'rollback', probe: probe({ attempts: 1 }) },
      {
        ...back,
        serverIds: serverIds.slice(0, 2),
        script: { afterDeploy: script(`while [ -e '${mark}' ]; do sleep 0.1; done`) },
      },
    )
    const before = await deploy(server, projectId)
    sick.add('two')
    // The scripts of the way forward have ended by then, and those of the way back wait.
    onSick = () => writeFileSync(mark, '')
    const { token } = await server.admin.call(DeployPublish, { projectId })
    await until('it goes back', async () => (await look(projectId, token)).haltReason !== '')
    await until('the script runs', async () => (await phases(projectId, token)).flat().includes('script'))
    await server.admin.call(DeployCancel, { projectId, token })
    sick.clear()
    onSick = () => undefined
    await rm(mark)
    expect(await endOf(server, token)).toMatchObject({ state: 'cancelled' })
    for (const index of [0, 1]) expect(await readlink(on(index, back.path))).toContain(before.token)
    expect(await deploy(server, projectId)).toMatchObject({ state: 'success' })
  })

  it('tells what became of a server that went away, in the transfer and in its script', async () => {
    const extra = await bench.startTarget()
    const id = await addTarget(server.admin, bench, { name: 'fleeting', port: extra.sshd.port })
    const projectId = await add(
      { batchSize: '1' },
      { serverIds: [serverIds[0] ?? 0, id, serverIds[1] ?? 0], transferOption: '-rtv --exclude .git' },
    )
    await deploy(server, projectId)
    await extra.sshd.stop()
    const end = await deploy(server, projectId)
    expect(end.reason).toMatch(/^fleeting: the transfer failed: .*refused.*; not touched: two$/)
    expect((await phases(projectId, end.token)).flat()).toEqual(['done', 'failed', 'untouched'])
  })
})

describe('a health probe', () => {
  it('asks by http, tcp and command, with variables replaced, and is ended at its limit', async () => {
    const [serverId = 0] = serverIds
    const ask = (change: Partial<HealthProbe>) => server.admin.call(DeployTestProbe, { serverId, probe: probe(change) })
    expect(await ask({})).toMatchObject({ isHealthy: true, message: `http://127.0.0.1:${port()}/one answered 200` })
    expect(await ask({ expectedStatus: 204 })).toMatchObject({ isHealthy: false })
    const tcp = { kind: 'tcp', target: `\${SERVER_IP}:${port()}` } as const
    expect(await ask(tcp)).toMatchObject({ isHealthy: true })
    expect(await ask({ kind: 'tcp', target: '127.0.0.1:1' })).toMatchObject({
      isHealthy: false,
      message: expect.stringContaining('ECONNREFUSED'),
    })
    expect(await ask({ kind: 'command', target: 'test "${SERVER_NAME}" = one' })).toMatchObject({ isHealthy: true })
    expect(await ask({ kind: 'command', target: 'exit 3' })).toMatchObject({
      message: 'the command ended with exit status 3',
    })
    for (const hanging of [
      { target: `http://127.0.0.1:${port()}/hang` },
      { kind: 'command', target: `sleep 600.${process.pid}` },
    ] as const) {
      const answer = await ask({ ...hanging, timeoutSeconds: 1 })
      expect(answer).toMatchObject({ isHealthy: false, message: expect.stringMatching(/within 1 s/) })
    }
    const editor = await server.makeUser([Permission.EditProject])
    const command = { serverId, probe: probe({ kind: 'command', target: 'id' }) }
    expect(await editor.ask(DeployTestProbe, command)).toMatchObject({ code: Code.Denied })
    expect(await editor.ask(DeployTestProbe, { serverId: serverId + 999, probe: probe() })).toMatchObject({
      code: Code.Failed,
    })
  })
})

describe('files edited by hand', () => {
  it('are named by the next deploy and the plan, stop it where that is the policy, and yield to a reason', async () => {
    const where = place()
    const projectId = await add(
      { stopOnDrift: true },
      {
        ...where,
        serverIds: serverIds.slice(0, 2),
        script: {
          afterDeploy: script(
            'cd "${PROJECT_PATH}" && mkdir -p logs && echo started > logs/app.log && echo x >> lib/code.js',
          ),
        },
      },
    )
    await bench.commit('config', { 'config.php': 'one\n', 'with space.txt': 'x\n' })
    const first = await deploy(server, projectId)
    expect(first).toMatchObject({ state: 'success' })
    const live = path.join(on(0, where.symlinkPath), first.token)
    // What the script and the program write themselves is nobody's edit.
    await appendFile(path.join(live, 'logs/app.log'), 'more\n')
    expect(await deploy(server, projectId)).toMatchObject({ state: 'success' })

    const now = await readlink(on(0, where.path))
    const folder = path.join(on(0, where.symlinkPath), path.basename(now))
    await writeFile(path.join(folder, 'config.php'), 'edited\n')
    await rm(path.join(folder, 'with space.txt'))
    await writeFile(path.join(folder, 'new.txt'), 'by hand\n')
    await bench.commit('the same name', { 'new.txt': 'from the repository\n' })
    const plan = await server.admin.call(DeployPlan, { projectId })
    const sorted = plan.servers[0]?.drift.toSorted((a, b) => a.path.localeCompare(b.path))
    expect(sorted).toEqual([
      { path: 'config.php', change: 'changed' },
      { path: 'new.txt', change: 'added' },
      { path: 'with space.txt', change: 'removed' },
    ])
    expect(plan.servers[1]?.driftCount).toBe(0)
    const stopped = await deploy(server, projectId)
    expect(stopped.state).toBe('failed')
    expect(stopped.reason).toMatch(/^edited by hand on one: .*config\.php \(changed\).*; nothing was touched: /)
    expect(await readlink(on(0, where.path))).toContain(path.basename(now))
    expect((await readdir(on(1, where.symlinkPath))).includes(stopped.token)).toBe(false)
    const forced = await deploy(server, projectId, { override: 'agreed with Ada' })
    expect(forced).toMatchObject({ state: 'success' })
    expect(await outputOf(server.admin, projectId, forced.token)).toContain('goes on because: agreed with Ada')
  })

  it('are noticed without releases too, where files of the program lie beside', async () => {
    const { path: plain } = place()
    const projectId = await addProject(server.admin, bench, {
      path: plain,
      serverIds: serverIds.slice(0, 1),
      transferOption: '-rtv --exclude .git --exclude secret.conf',
    })
    await bench.commit('secret', { 'secret.conf': 'x\n' })
    await deploy(server, projectId)
    await writeFile(path.join(on(0, plain), 'uploads.bin'), 'a program wrote this')
    await writeFile(path.join(on(0, plain), 'secret.conf'), 'kept on the server')
    expect(await outputOf(server.admin, projectId, (await deploy(server, projectId)).token)).not.toContain('edited')
    await writeFile(path.join(on(0, plain), 'index.html'), 'by hand')
    const end = await deploy(server, projectId)
    expect(end.state).toBe('success')
    expect(await outputOf(server.admin, projectId, end.token)).toContain('edited by hand on one: index.html (changed)')
  })
})

describe('a plan', () => {
  it.each(['rsync', 'sftp'] as const)('by %s says what would change, and changes nothing', async (transferType) => {
    const where = place()
    await bench.commit('builds', { '.gitignore': 'built.txt\n', 'lib/code.js': 'code\n' })
    const projectId = await addProject(server.admin, bench, {
      ...where,
      serverIds: serverIds.slice(0, 2),
      transferType,
      transferOption: transferType === 'rsync' ? '-rtv --exclude .git' : '--exclude .git',
      script: { afterPull: script('echo built > built.txt') },
    })
    const fresh = await server.admin.call(DeployPlan, { projectId })
    expect(fresh.servers[0]).toMatchObject({ live: '', problem: '', change: { files: 0 }, delete: { files: 0 } })
    expect(fresh.servers[0]?.add.files).toBeGreaterThan(1)
    expect(fresh.remarks).toContainEqual(expect.stringContaining('is not run'))
    expect(existsSync(on(0, where.symlinkPath))).toBe(false)
    const first = await deploy(server, projectId)
    const work = path.join(server.env.DATA_DIR, 'repository', `project_${projectId}`)
    const before = await stat(path.join(work, 'index.html'))
    await bench.commit(`plan ${transferType}`, { 'index.html': `changed by ${transferType}\n`, 'a\nb.txt': 'x' })
    await bench.git('rm', '-q', 'lib/code.js')
    await bench.git('commit', '-q', '-m', 'gone')
    const plan = await server.admin.call(DeployPlan, { projectId })
    expect(plan.servers.map(({ changes }) => changes.toSorted((a, b) => a.path.localeCompare(b.path)))).toEqual(
      [0, 1].map(() => [
        { action: 'add', path: 'a\\#012b.txt', size: 1 },
        { action: 'change', path: 'index.html', size: `changed by ${transferType}\n`.length },
        { action: 'delete', path: 'lib/code.js', size: 0 },
      ]),
    )
    expect(await stat(path.join(work, 'index.html'))).toMatchObject({ mtimeMs: before.mtimeMs, ino: before.ino })
    expect(await readlink(on(0, where.path))).toContain(first.token)
    expect(await readdir(path.join(server.env.DATA_DIR, 'plans'))).toEqual([])
    expect(await deploy(server, projectId)).toMatchObject({ state: 'success' })
    const same = await server.admin.call(DeployPlan, { projectId })
    expect(same.servers[0]).toMatchObject({ add: { files: 0 }, change: { files: 0 }, delete: { files: 0 } })
    await bench.git('rm', '-q', 'a\nb.txt')
    await bench.git('commit', '-q', '-m', 'no strange name')
  })

  it('says that a command cannot be foreseen, which server does not answer, and that a commit is unknown', async () => {
    const gone = await addTarget(server.admin, bench, { name: 'gone', port: 1 })
    const custom = await addProject(server.admin, bench, {
      ...place(),
      serverIds: serverIds.slice(0, 1),
      transferType: 'custom',
      transferOption: 'true',
    })
    const foreseen = await server.admin.call(DeployPlan, { projectId: custom })
    expect(foreseen.servers[0]?.problem).toMatch(/cannot be foreseen/)
    const projectId = await addProject(server.admin, bench, { ...place(), serverIds: [serverIds[0] ?? 0, gone] })
    const plan = await server.admin.call(DeployPlan, { projectId })
    expect(plan.servers.map(({ problem }) => problem)).toEqual(['', expect.stringContaining('refused')])
    const unknown = await server.admin.ask(DeployPlan, { projectId, commit: '0'.repeat(40) })
    expect(unknown).toMatchObject({ code: Code.Failed, message: expect.stringContaining('no commit') })
  })
})

describe('a promotion', () => {
  it('brings the very files of a deploy to the next project, without pull and build', async () => {
    const [test, production] = [place(), place()]
    const nextId = await addProject(server.admin, bench, {
      ...production,
      name: 'production',
      serverIds: serverIds.slice(1, 2),
      script: { afterPull: script('echo rebuilt > built.txt'), afterDeploy: script('cat "${PROJECT_PATH}/built.txt"') },
    })
    const projectId = await addProject(server.admin, bench, {
      ...test,
      serverIds: serverIds.slice(0, 1),
      script: { afterPull: script('date +%s%N > built.txt') },
      policy: { promoteToId: nextId },
    })
    const tested = await deploy(server, projectId)
    await bench.commit('later', { 'index.html': 'later\n' })
    expect(await look(projectId, tested.token)).toMatchObject({ promoteToId: nextId, promoteToName: 'production' })
    const promoted = await server.admin.call(DeployPromote, { projectId, token: tested.token })
    expect(promoted.projectId).toBe(nextId)
    const end = await endOf(server, promoted.token)
    expect(end).toMatchObject({ state: 'success', trigger: 'promotion', commitId: tested.commitId })
    const release = path.join(on(1, production.symlinkPath), end.token)
    expect(await readFile(path.join(release, 'built.txt'), 'utf8')).toBe(
      await readFile(path.join(on(0, test.symlinkPath), tested.token, 'built.txt'), 'utf8'),
    )
    const output = await outputOf(server.admin, nextId, end.token)
    expect(output).toMatch(new RegExp(`artefact [0-9a-f]{12} of \\d+ files, as deployed to shop by ${tested.token}`))

    await rm(path.join(server.env.DATA_DIR, 'artefacts', `${tested.token}.json`))
    const refused = await server.admin.ask(DeployPromote, { projectId, token: tested.token })
    expect(refused).toMatchObject({ code: Code.Failed, message: expect.stringContaining('not kept any more') })
    const noNext = await server.admin.ask(DeployPromote, { projectId: nextId, token: end.token })
    expect(noNext.message).toMatch(/promoted to no other/)
  })

  it('is refused when the kept files were changed since', async () => {
    const nextId = await addProject(server.admin, bench, { ...place(), serverIds: serverIds.slice(1, 2) })
    const projectId = await addProject(server.admin, bench, {
      ...place(),
      serverIds: serverIds.slice(0, 1),
      policy: { promoteToId: nextId },
    })
    const { token } = await deploy(server, projectId)
    await writeFile(path.join(server.env.DATA_DIR, 'artefacts', token, 'index.html'), 'forged')
    const promoted = await server.admin.call(DeployPromote, { projectId, token })
    expect(await endOf(server, promoted.token)).toMatchObject({
      state: 'failed',
      reason: 'the kept files of that deploy were changed since; deploy the commit instead',
    })
  })
})

describe('the policy of a project', () => {
  it('is refused when servers could not go back, or a project is promoted to itself', async () => {
    const base = { name: 'plain', repoType: 'git' as const, url: bench.origin, environment: 1, branch: 'main' }
    const plain = { ...base, path: path.join(bench.root, 'plain') }
    const answer = await server.admin.ask(ProjectAdd, { ...plain, policy: { onHalt: 'rollback' } })
    expect(answer).toMatchObject({ code: Code.Failed, message: expect.stringContaining('keeps releases') })
    await server.admin.call(ProjectAdd, plain)
    const { id = 0 } = (await server.admin.call(ProjectList)).list.find(({ name }) => name === 'plain') ?? {}
    const itself = await server.admin.ask(ProjectEdit, { id, ...plain, policy: { promoteToId: id } })
    expect(itself.message).toMatch(/promoted to itself/)
  })
})
