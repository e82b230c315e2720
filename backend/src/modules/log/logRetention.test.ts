import { LoginLogTotal, OperationLogTotal } from '@windlass/shared-kit/contract/log'
import { afterEach, describe, expect, it } from 'vitest'
import { PRUNED_ROWS, pruneRows } from '../../platform/pruneRows.ts'
import { closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'
import { keepLogsInBounds } from './logRetention.ts'

const DAY_MS = 86_400_000
let server: TestServer
afterEach(() => closeTestServer(server))

describe('old rows of the logs', () => {
  it('go after the days that are set, and stay where none are', async () => {
    server = await makeTestServer({ OPERATION_LOG_DAYS: '30' })
    const { db } = server.platform
    const operation = { userId: 1, namespaceId: 1, router: '', api: '/old', requestData: '{}', responseData: '{}' }
    for (const days of [31, 29]) {
      const at = Date.now() - days * DAY_MS
      await db
        .insertInto('operationLog')
        .values({ ...operation, requestTime: at, responseTime: at })
        .execute()
    }
    const login = { account: 'old', remoteAddr: '', userAgent: '', referer: '', reason: '', loginTime: 1 }
    await db.insertInto('loginLog').values(login).execute()
    const starts: (() => Promise<void>)[] = []
    keepLogsInBounds({ ...server.platform, onStart: (run) => starts.push(run), onStop: () => undefined })
    for (const run of starts) await run()
    // No start waits for the chore.
    await expect.poll(() => server.admin.call(OperationLogTotal, { api: '/old' })).toEqual({ total: 1 })
    expect(await server.admin.call(LoginLogTotal, { account: 'old' })).toEqual({ total: 1 })
  })
  it('go in batches between which others write', async () => {
    server = await makeTestServer({ SFTP_LOG_DAYS: '0' })
    const { db } = server.platform
    const old = {
      namespaceId: 1,
      userId: 1,
      serverId: 1,
      remoteAddr: '',
      userAgent: '',
      type: 'READ',
      path: '/',
      reason: '',
    }
    const rows = Array.from({ length: 500 }, () => ({ ...old, asRoot: 0, insertTime: 1, updateTime: 1 }))
    for (let batch = 0; batch < 13; batch++) await db.insertInto('sftpLog').values(rows).execute()
    const kept = { ...old, asRoot: 0, insertTime: 10, updateTime: 10 }
    await db.insertInto('sftpLog').values(kept).execute()
    const left = db.selectFrom('sftpLog').select(db.fn.countAll().as('count')).where('insertTime', '=', 1)
    const batches: number[] = []
    const others: Promise<number>[] = []
    /** Somebody who writes and looks as soon as a batch is gone. */
    const other = async () => {
      await db.insertInto('sftpLog').values(kept).execute()
      return Number((await left.executeTakeFirstOrThrow()).count)
    }
    const watched = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        batches.push(Number(result.numAffectedRows))
        others.push(other())
        return result
      },
    })
    expect(await pruneRows(watched, 'sftpLog', 'insertTime', 10)).toBe(6500)
    expect(batches).toEqual([PRUNED_ROWS, PRUNED_ROWS, PRUNED_ROWS, 500])
    // However late an answer comes on a busy machine, not all of them come after the end.
    expect((await Promise.all(others)).some((count) => count > 0)).toBe(true)
  })
})
