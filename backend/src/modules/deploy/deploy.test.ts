import { existsSync } from 'node:fs'
import { lstat, mkdir, readdir, readFile, readlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Code, DeployState } from '@windlass/shared-kit/contract'
import {
  DeployHistory,
  DeployList,
  DeployProgress,
  DeployPublish,
  DeployRebuild,
  DeployReleaseList,
} from '@windlass/shared-kit/contract/deploy'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addProject,
  addTarget,
  type BenchTarget,
  CAN_MOUNT,
  type DeployBench,
  deploy,
  makeDeployBench,
  outputOf,
  traceOf,
} from '../../testing/deployBench.ts'
import { closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'

let bench: DeployBench
let server: TestServer
let one: BenchTarget
let two: BenchTarget
let serverIds: number[]
let serial = 0

const place = (name = `app${++serial}`) => ({
  path: path.join(bench.root, name),
  symlinkPath: path.join(bench.root, 'releases', name),
})
/** The same path as the target sees it under its own root. */
const on = (target: BenchTarget, inside: string) => path.join(target.disk, path.relative(bench.root, inside))
const script = (content: string, mode: '' | 'sh' | 'python' = '') => ({ mode, content })

beforeAll(async () => {
  bench = await makeDeployBench()
  one = await bench.startTarget()
  two = await bench.startTarget()
  server = await makeTestServer({ SSH_KEY_DIR: bench.keyDir })
  serverIds = [
    await addTarget(server.admin, bench, { name: 'one', port: one.sshd.port }),
    await addTarget(server.admin, bench, { name: 'two', port: two.sshd.port }),
  ]
})

afterAll(async () => {
  await closeTestServer(server)
  await bench.stop()
})

const boardRow = async (projectId: number) =>
  (await server.admin.call(DeployList)).list.find(({ id }) => id === projectId)

describe.skipIf(!CAN_MOUNT)('a deploy to two servers (needs root for two disks on one machine)', () => {
  it('pulls, runs every script where it belongs, switches the link and writes all of it down', async () => {
    const where = place()
    const projectId = await addProject(server.admin, bench, {
      ...where,
      serverIds,
      name: 'the "shop"',
      symlinkBackupNumber: 2,
      script: {
        afterPull: script('echo "pulled ${COMMIT_SHORT_ID} $PROJECT_NAME" | tee built.txt'),
        afterDeploy: script(
          'echo "on ${SERVER_NAME} $SERVER_TOTAL_NUMBER ${greeting}"; cat "${PROJECT_PATH}/index.html"; pwd',
        ),
        deployFinish: script('import os; print("finished", os.environ["PROJECT_ID"])', 'python'),
        customVariables: [
          {
            name: 'greeting',
            value: 'hello ${SERVER_NAME}',
            type: 'string',
          },
        ],
      },
    })
    const end = await deploy(server, projectId, {
      customVariables: [{ name: 'greeting', value: 'hello ${SERVER_NAME}', type: 'string' }],
    })
    expect(end).toMatchObject({ state: 'success', reason: '' })
    for (const target of [one, two]) {
      expect(await readlink(on(target, where.path))).toBe(
        `./${path.relative(bench.root, where.symlinkPath)}/${end.token}`,
      )
      const live = path.join(on(target, where.symlinkPath), end.token)
      expect(await readFile(path.join(live, 'index.html'), 'utf8')).toBe('one\n')
      expect((await readdir(live)).sort()).toEqual(['built.txt', 'index.html', 'lib'])
    }
    const all = await outputOf(server.admin, projectId, end.token)
    const commit = (await bench.git('rev-parse', 'HEAD')).slice(0, 6)
    expect(all).toContain(`pulled ${commit} the "shop"`)
    expect(all).toContain('on one 2 hello one\none\n')
    expect(all).toContain('on two 2 hello two\none\n')
    expect(all).toContain(`finished ${projectId}`)
    const trace = await traceOf(server.admin, end.token)
    expect(trace.map(([type]) => type).sort()).toEqual([0, 2, 3, 5, 5, 6, 6, 7, 8])
    expect(trace.every(([, state]) => state === 1)).toBe(true)
    expect(await boardRow(projectId)).toMatchObject({
      deployState: DeployState.Success,
      lastPublishToken: end.token,
      serverCount: 2,
      queuePosition: 0,
      stage: '',
    })
    const progress = await server.admin.call(DeployProgress, { lastPublishToken: end.token })
    expect(progress).toEqual({ state: 2, stage: 'Publish Finish', message: '' })
    const history = await server.admin.call(DeployHistory, { projectId, page: 1, rows: 10, filename: 'index.html' })
    expect(history).toMatchObject({ list: [{ token: end.token, state: 1 }], pagination: { total: 1 } })
    const wildcard = await server.admin.call(DeployHistory, { projectId, page: 1, rows: 10, branch: 'm%n' })
    expect(wildcard.list).toEqual([])
  })

  it('goes back by the link, keeps as many releases as wanted, and says what is kept', async () => {
    const where = place()
    const projectId = await addProject(server.admin, bench, {
      ...where,
      serverIds,
      symlinkBackupNumber: 2,
      script: { afterDeploy: script('echo "release ${PROJECT_SYMLINK_PATH}"') },
    })
    await bench.commit('second', { 'index.html': 'two\n' })
    const first = await deploy(server, projectId)
    await bench.commit('third', { 'index.html': 'three\n' })
    const second = await deploy(server, projectId)
    expect(await readFile(on(one, path.join(where.symlinkPath, second.token, 'index.html')), 'utf8')).toBe('three\n')

    const answer = await server.admin.call(DeployRebuild, { projectId, token: first.token })
    expect(answer).toEqual({ type: 'symlink', token: first.token })
    for (const target of [one, two]) expect(await readlink(on(target, where.path))).toContain(first.token)
    const row = await boardRow(projectId)
    expect(row?.deployState).toBe(DeployState.Success)
    expect(await outputOf(server.admin, projectId, row?.lastPublishToken ?? '')).toContain(
      `release ${where.symlinkPath}/${first.token}`,
    )
    const { list } = await server.admin.call(DeployReleaseList, { projectId })
    expect(list.map(({ token, isLive }) => [token, isLive])).toEqual([
      [second.token, false],
      [first.token, true],
    ])
    expect(list.every(({ servers }) => servers.every(({ hasRelease }) => hasRelease))).toBe(true)

    // The live release is the oldest now: it stays although only two are kept.
    const third = await deploy(server, projectId)
    expect((await readdir(on(one, where.symlinkPath))).sort()).toEqual([third.token, second.token].sort())
    const again = await server.admin.call(DeployRebuild, { projectId, token: first.token })
    expect(again.type).toBe('publish')
  })

  it('stops at the first server that fails when they are served one after another', async () => {
    const where = place()
    const projectId = await addProject(server.admin, bench, {
      ...where,
      serverIds,
      deployServerMode: 'serial',
      script: { afterDeploy: script('echo "turn ${SERVER_SERIAL_NUMBER}"; exit 1') },
    })
    const end = await deploy(server, projectId)
    expect(end).toMatchObject({ state: 'failed' })
    expect(end.reason).toBe('one: the script after the deploy failed with exit status 1; not touched: two')
    expect(existsSync(on(two, where.symlinkPath))).toBe(false)
    expect(await boardRow(projectId)).toMatchObject({ deployState: DeployState.Failed })
  })

  it('leaves the old release live when the disk of a server is full, and removes what it had sent', async () => {
    const small = await bench.startTarget({ tmpfs: '1m' })
    const id = await addTarget(server.admin, bench, { name: 'small', port: small.sshd.port })
    const where = place()
    const look = 'ls "$PROJECT_SYMLINK_PATH/.."; cat "$PROJECT_PATH/index.html"'
    const projectId = await addProject(server.admin, bench, {
      ...where,
      serverIds: [id],
      branch: 'tiny',
      script: { afterDeploy: script(look.replaceAll('$PROJECT_SYMLINK_PATH', '${PROJECT_SYMLINK_PATH}')) },
    })
    await bench.git('checkout', '-q', '-b', 'tiny')
    const first = await deploy(server, projectId)
    expect(first.state).toBe('success')
    await bench.commit('large', { 'large.bin': 'x'.repeat(2_000_000), 'index.html': 'never\n' })
    const failed = await deploy(server, projectId)
    expect(failed).toMatchObject({ state: 'failed' })
    expect(failed.reason).toMatch(/^small: the transfer failed: .*full/)
    const { list } = await server.admin.call(DeployReleaseList, { projectId })
    expect(list).toMatchObject([{ token: first.token, isLive: true }])
    await bench.git('rm', '-q', 'large.bin')
    await bench.commit('small again', { 'index.html': 'again\n' })
    const end = await deploy(server, projectId)
    expect(end.state).toBe('success')
    const output = await outputOf(server.admin, projectId, end.token)
    expect(output).not.toContain('.partial')
    expect(output).not.toContain(failed.token)
    await bench.git('checkout', '-q', 'main')
  })
})

describe('a deploy to one server', () => {
  it('refuses a real directory where the link should be, before anything changes', async () => {
    const where = place()
    await mkdir(on(one, where.path), { recursive: true })
    await writeFile(path.join(on(one, where.path), 'precious'), 'x')
    const projectId = await addProject(server.admin, bench, { ...where, serverIds: [serverIds[0] ?? 0] })
    const end = await deploy(server, projectId)
    expect(end).toMatchObject({ state: 'failed' })
    expect(end.reason).toMatch(/^one: the transfer failed: .* is a real directory/)
    expect((await lstat(on(one, where.path))).isDirectory()).toBe(true)
    expect(existsSync(on(one, where.symlinkPath))).toBe(false)
  })

  it('copies into a plain directory when releases are not kept', async () => {
    const where = place("it's a $(touch x) place")
    const projectId = await addProject(server.admin, bench, {
      path: where.path,
      serverIds: [serverIds[0] ?? 0],
      transferOption: '-rtv --delete --exclude .git',
    })
    await mkdir(on(one, where.path), { recursive: true })
    await writeFile(path.join(on(one, where.path), 'old.txt'), 'x')
    expect(await deploy(server, projectId)).toMatchObject({ state: 'success' })
    expect((await readdir(on(one, where.path))).sort()).toEqual(['index.html', 'lib'])
  })

  it('sends by SFTP with exclusions and deletions, keeps modes, and replaces files in one step', async () => {
    const where = place()
    await bench.commit('tool', { 'bin/run.sh': '#!/bin/sh\n', 'keep/secret.conf': 'new', 'notes/todo.txt': 'x' })
    await bench.git('update-index', '--chmod=+x', 'bin/run.sh')
    await bench.git('commit', '-q', '-m', 'executable')
    await bench.git('checkout', '-q', '--', '.')
    const disk = on(one, where.path)
    await mkdir(path.join(disk, 'gone'), { recursive: true })
    await mkdir(path.join(disk, 'keep'), { recursive: true })
    await writeFile(path.join(disk, 'gone', 'old.txt'), 'x')
    await writeFile(path.join(disk, 'keep', 'secret.conf'), 'on the server')
    const projectId = await addProject(server.admin, bench, {
      path: where.path,
      serverIds: [serverIds[0] ?? 0],
      transferType: 'sftp',
      transferOption: '-v --delete --exclude .git --exclude keep/secret.conf --exclude notes',
    })
    const end = await deploy(server, projectId)
    expect(end).toMatchObject({ state: 'success' })
    expect((await readdir(disk)).sort()).toEqual(['bin', 'index.html', 'keep', 'lib'])
    expect(await readFile(path.join(disk, 'keep/secret.conf'), 'utf8')).toBe('on the server')
    expect((await lstat(path.join(disk, 'bin/run.sh'))).mode & 0o777).toBe(0o755)
    const output = await outputOf(server.admin, projectId, end.token)
    expect(output).toContain('bin/run.sh\n')
    expect(output).toContain('deleting gone/old.txt')
    // The second time only what changed is sent.
    const again = await outputOf(server.admin, projectId, (await deploy(server, projectId)).token)
    expect(again).not.toContain('bin/run.sh\n')
  })

  it.each([
    ['$(touch x)', /no commit or tag/],
    ['a;b', /no commit or tag/],
    ['v"1', /no commit or tag/],
    ['0'.repeat(40), /no commit 0{40}/],
  ])('takes the commit %s literally', async (commit, message) => {
    const projectId = await addProject(server.admin, bench, { path: place().path })
    const end = await deploy(server, projectId, { commit, branch: 'x' })
    expect(end).toMatchObject({ state: 'failed' })
    expect(end.reason).toMatch(message)
  })

  it('refuses a commit that reads as an option', async () => {
    const projectId = await addProject(server.admin, bench, { path: place().path })
    const answer = await server.admin.ask(DeployPublish, { projectId, commit: '--upload-pack=touch x' })
    expect(answer.code).toBe(Code.Failed)
  })

  it('deploys a branch with a strange name, a tag, and a commit no branch leads to any more', async () => {
    const name = "feature/it's-$(id)"
    await bench.git('checkout', '-q', '-b', name)
    const lost = await bench.commit('lost', { 'index.html': 'lost\n' })
    await bench.git('tag', 'v2')
    await bench.git('commit', '-q', '--amend', '-m', 'replaced')
    await bench.git('config', 'uploadpack.allowAnySHA1InWant', 'true')
    const projectId = await addProject(server.admin, bench, { path: place().path, branch: name })
    expect(await deploy(server, projectId)).toMatchObject({ state: 'success', commitBranch: `origin/${name}` })
    expect(await deploy(server, projectId, { commit: 'v2' })).toMatchObject({ state: 'success', commitId: lost })
    await bench.git('tag', '-d', 'v2')
    expect(await deploy(server, projectId, { commit: lost })).toMatchObject({ state: 'success', commitId: lost })
    await bench.git('checkout', '-q', 'main')
    const unknown = await addProject(server.admin, bench, { path: place().path, branch: 'nothing' })
    expect(await deploy(server, unknown)).toMatchObject({
      state: 'failed',
      reason: 'there is no branch "nothing" in the repository',
    })
  })

  it('names a server that cannot be reached and does not touch the others’ outcome', async () => {
    const gone = await addTarget(server.admin, bench, { name: 'gone', port: 1 })
    const where = place()
    const projectId = await addProject(server.admin, bench, { ...where, serverIds: [serverIds[0] ?? 0, gone] })
    const end = await deploy(server, projectId)
    expect(end).toMatchObject({ state: 'failed' })
    expect(end.reason).toMatch(/^gone: the transfer failed: .*connection refused/)
    expect(await readlink(on(one, where.path))).toContain(end.token)
  })

  it('refuses chosen servers that do not belong to the project', async () => {
    const projectId = await addProject(server.admin, bench, { path: place().path, serverIds: [serverIds[0] ?? 0] })
    const answer = await server.admin.ask(DeployPublish, { projectId, serverIds: [serverIds[1] ?? 0] })
    expect(answer).toMatchObject({ code: Code.Failed, message: 'none of the chosen servers belongs to this project' })
  })
})
