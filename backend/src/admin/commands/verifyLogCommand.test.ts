import { RoleAdd } from '@windlass/shared-kit/contract/role'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'
import { adminLine } from '../testing/adminLine.ts'

let server: TestServer
beforeAll(async () => {
  server = await makeTestServer({ LOG_SEAL: 'true' })
  for (const name of ['one', 'two', 'three']) await server.admin.call(RoleAdd, { name })
})
afterAll(() => closeTestServer(server))

const verifyLog = (...words: string[]) => adminLine(['verify-log', ...words], { env: server.env })

describe('verify-log', () => {
  it('says that nobody touched the logs, and what to keep for the next time', async () => {
    const { exitCode, stdout } = await verifyLog()
    expect(exitCode).toBe(0)
    expect(stdout).toContain('operation log: whole, 3 rows sealed')
    const [, seal = ''] = /last seal: (\S+)/.exec(stdout) ?? []
    expect((await verifyLog('--seen', seal)).exitCode).toBe(0)
  })

  it('finds a log that was taken back together with the end of its seals', async () => {
    const outcome = await verifyLog('--seen', 'A-seal-that-is-not-there')
    expect(outcome.exitCode).toBe(1)
    expect(outcome.stdout).toContain('in no log any more')
  })

  it('names the row that was changed, and ends with 1', async () => {
    const { db } = server.platform
    const row = await db.selectFrom('operationLog').select('id').orderBy('id').executeTakeFirstOrThrow()
    await db.updateTable('operationLog').set({ userId: 9 }).where('id', '=', row.id).execute()
    const outcome = await verifyLog()
    expect(outcome.exitCode).toBe(1)
    expect(outcome.stdout).toContain(`operation log: NOT WHOLE`)
    expect(outcome.stdout).toContain(`row ${row.id}`)
    const report = JSON.parse((await verifyLog('--json')).stdout)
    expect(JSON.stringify(report)).toContain('"isWhole":false')
  })
})
