import { DeployPendingList } from '@windlass/shared-kit/contract/deployPending'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addProject, addTarget, type DeployBench, deploy, makeDeployBench, until } from '../../testing/deployBench.ts'
import { closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'

/** Far above what git takes anywhere; a busy machine is slow, not wrong. */
const PATIENCE = { timeout: 30_000 }

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

const pending = (projectId: number, caller = server.admin) =>
  caller.call(DeployPendingList, { projectIds: `${projectId},9999` })

describe('commits since the live version', () => {
  it('are counted in the background, and only for those who see the project', async () => {
    const target = await bench.startTarget()
    const serverIds = [await addTarget(server.admin, bench, { name: 'one', port: target.sshd.port })]
    const projectId = await addProject(server.admin, bench, { serverIds })
    expect(await pending(projectId)).toEqual({ list: [], isLooking: false })

    expect(await deploy(server, projectId)).toMatchObject({ state: 'success' })
    await bench.commit('prices, with "quotes"', { 'index.html': 'two\n' })
    await bench.commit('taxes', { 'index.html': 'three\n' })
    expect(await pending(projectId)).toEqual({ list: [], isLooking: true })
    const commits = [{ message: 'taxes', author: 'Ada' }, { message: 'prices, with "quotes"' }]
    await expect
      .poll(() => pending(projectId), PATIENCE)
      .toMatchObject({ list: [{ projectId, isMore: false, commits }], isLooking: false })

    const reader = await server.makeUser([Permission.ShowDeployPage])
    expect(await pending(projectId, reader)).toEqual({ list: [], isLooking: false })

    expect(await deploy(server, projectId)).toMatchObject({ state: 'success' })
    await until('nothing waits any more', async () => (await pending(projectId)).list[0]?.commits.length === 0)
  })

  it('are asked for by ids alone', async () => {
    for (const projectIds of ['', 'a', '1;2', '1,']) {
      const answer = await server.admin.ask(DeployPendingList, { projectIds })
      expect(answer.code).not.toBe(0)
    }
  })
})
