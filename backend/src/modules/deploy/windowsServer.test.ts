import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import { DeployPublish } from '@windlass/shared-kit/contract/deploy'
import { DeployPlan } from '@windlass/shared-kit/contract/rollout'
import { ServerAdd } from '@windlass/shared-kit/contract/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addProject, type DeployBench, deploy, makeDeployBench, outputOf } from '../../testing/deployBench.ts'
import { closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'
import { CAN_BE_WINDOWS, startWindowsTarget, type WindowsTarget } from '../../testing/windowsTarget.ts'

describe.skipIf(!CAN_BE_WINDOWS)('a deploy to Windows (needs root and Wine)', () => {
  let bench: DeployBench
  let windows: WindowsTarget
  let server: TestServer
  let serverId: number
  beforeAll(async () => {
    bench = await makeDeployBench()
    windows = await startWindowsTarget()
    const key = path.join(bench.keyDir, 'windows')
    await copyFile(windows.keyFile, key)
    server = await makeTestServer({ SSH_KEY_DIR: bench.keyDir })
    const { id } = await server.admin.call(ServerAdd, {
      ...{ name: 'win-1', os: 'windows', ip: '127.0.0.1', port: windows.port, owner: 'root', path: key },
    })
    serverId = id
  })
  afterAll(async () => {
    await closeTestServer(server)
    await windows.stop()
    await bench.stop()
  })

  const project = (change: Parameters<typeof addProject>[2]) =>
    addProject(server.admin, bench, {
      serverIds: [serverId],
      transferType: 'sftp',
      transferOption: '--exclude .git',
      path: 'C:\\srv\\shop',
      ...change,
    })

  it('brings the files and runs the batch file where they are', async () => {
    const content = 'echo in %CD% for ${PROJECT_NAME}\necho ok>ran.txt\nexit /b 0'
    const script = { afterDeploy: { mode: 'cmd' as const, content } }
    const projectId = await project({ name: 'bollard', script })
    const added = async () =>
      (await server.admin.call(DeployPlan, { projectId })).servers.map(({ problem, add }) => [problem, add.files])
    expect(await added()).toEqual([['', 2]])
    const end = await deploy(server, projectId)
    expect(end).toMatchObject({ state: 'success', reason: '' })
    expect(await added()).toEqual([['', 0]])
    expect(await windows.read('srv/shop/index.html')).toBe('one\n')
    expect(await windows.read('srv/shop/lib/code.js')).toBe('code\n')
    expect((await windows.read('srv/shop/ran.txt')).trim()).toBe('ok')
    expect(await outputOf(server.admin, projectId, end.token)).toContain('in C:\\srv\\shop for bollard')
  })

  it('tells how a batch file failed, and leaves no script behind', async () => {
    const script = { afterDeploy: { mode: 'cmd' as const, content: 'echo about to fail\nexit /b 7' } }
    const projectId = await project({ name: 'failing', script })
    const { state, reason, token } = await deploy(server, projectId)
    expect([state, reason]).toEqual(['failed', expect.stringContaining('failed with exit status 7')])
    expect(await outputOf(server.admin, projectId, token)).toContain('about to fail')
    await server.platform.ssh.exec(await serverTarget(), 'cmd /c dir /b', {
      onOutput: (chunk) => expect(String(chunk)).not.toContain('windlass-'),
    })
  })

  it.each([
    ['a script of another system', { script: { afterDeploy: { mode: 'bash' as const, content: 'ls' } } }, 'choose cmd'],
    ['a path of another system', { path: '/srv/shop' }, 'C:/srv/shop'],
    ['releases behind a link', { path: '/srv/shop', symlinkPath: '/srv/releases' }, 'symlinkPath'],
  ])('refuses %s before it is queued', async (what, change, words) => {
    const projectId = await project({ name: what, ...change })
    await expect(server.admin.call(DeployPublish, { projectId })).rejects.toThrow(words)
  })

  const serverTarget = async () => {
    const row = await server.platform.db
      .selectFrom('server')
      .selectAll()
      .where('id', '=', serverId)
      .executeTakeFirstOrThrow()
    const { ip: host, port, owner: user, path: keyPath, name, os } = row
    return { serverId, host, port, user, keyPath, password: '', name, os }
  }
})

describe('a path on Windows', () => {
  let bench: DeployBench
  let server: TestServer
  beforeAll(async () => {
    bench = await makeDeployBench()
    server = await makeTestServer({ SSH_KEY_DIR: bench.keyDir })
  })
  afterAll(async () => {
    await closeTestServer(server)
    await bench.stop()
  })

  it.each(['C:/', 'C:\\..\\x', 'C:/a&b', 'C:/a%PATH%', 'C:/a"b', 'C:/end.', 'C:relative'])(
    'such as %j is refused when the project is saved',
    async (given) => {
      await expect(addProject(server.admin, bench, { path: given })).rejects.toThrow('path must')
    },
  )
})
