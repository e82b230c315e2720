import { Code, Permission } from '@windlass/shared-kit/contract'
import {
  LoginLogExport,
  LoginLogList,
  LoginLogTotal,
  OperationLogEntry,
  OperationLogExport,
  OperationLogList,
} from '@windlass/shared-kit/contract/log'
import { SftpLogExport } from '@windlass/shared-kit/contract/sftpLog'
import { TerminalLogExport } from '@windlass/shared-kit/contract/terminalLog'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostOf } from '../../testing/terminalClient.ts'
import { closeTestServer, makeTestServer, type TestCaller, type TestServer } from '../../testing/testServer.ts'

const SECOND_MS = 1000
/** Long ago, so that the sign-ins of the test itself are newer. */
const FIRST = 1_700_000_000
const ROWS = 25

let server: TestServer
const ids: number[] = []

beforeAll(async () => {
  server = await makeTestServer()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  // Three rows in each second, so that places have to tell rows of the same moment apart.
  const rows = Array.from({ length: ROWS }, (_, index) => ({
    ...{ account: 'paged', remoteAddr: '192.0.2.1:1', userAgent: `agent ${index}`, referer: '', reason: '' },
    loginTime: (FIRST + Math.floor(index / 3)) * SECOND_MS,
  }))
  for (const row of rows) {
    const { id } = await server.platform.db.insertInto('loginLog').values(row).returning('id').executeTakeFirstOrThrow()
    ids.unshift(id)
  }
})
afterAll(() => closeTestServer(server))

const page = (input: object) =>
  server.admin.call(LoginLogList, { account: 'paged', page: 1, rows: 10, ...input } as never)
const idsOf = ({ list }: { list: { id: number }[] }) => list.map(({ id }) => id)

/** What an export answers over a real connection, which fills up like any other: a file, or the envelope of a refusal. */
const file = async (caller: TestCaller, path: string, query: Record<string, string>) => {
  const url = `http://${hostOf(server)}${path}?${new URLSearchParams(query)}`
  const answer = await fetch(url, { headers: { ...caller.headers, 'g-n-id': '1' } })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

describe('a long log', () => {
  it('is read page by page in both directions, without a row twice or left out', async () => {
    const first = await page({})
    expect(first.newer).toBe('')
    const second = await page({ before: first.older })
    const third = await page({ before: second.older })
    expect([...idsOf(first), ...idsOf(second), ...idsOf(third)]).toEqual(ids)
    expect(third.older).toBe('')
    expect(idsOf(await page({ after: third.newer }))).toEqual(idsOf(second))
    // What is newer than the second page fills exactly one page, which is the newest.
    const back = await page({ after: second.newer })
    expect(back).toEqual(first)
  })

  it('answers the whole newest page when less than a page is newer', async () => {
    const second = await page({ rows: 10, page: 2 })
    expect(second.newer).not.toBe('')
    expect(idsOf(await page({ rows: 20, after: second.newer }))).toEqual(ids.slice(0, 20))
  })

  it('stays where it is while rows are added', async () => {
    const first = await page({})
    const row = { account: 'paged', remoteAddr: '', userAgent: '', referer: '', reason: '', loginTime: Date.now() }
    const added = await server.platform.db.insertInto('loginLog').values(row).returning('id').executeTakeFirstOrThrow()
    expect(idsOf(await page({ before: first.older }))).toEqual(ids.slice(10, 20))
    await server.platform.db.deleteFrom('loginLog').where('id', '=', added.id).execute()
  })

  it('shows the seconds that were asked for: the first included, the last not', async () => {
    const times = { from: FIRST + 1, to: FIRST + 3 }
    expect(idsOf(await page(times))).toEqual(ids.slice(-9, -3))
    expect(await server.admin.call(LoginLogTotal, { account: 'paged', ...times })).toEqual({ total: 6 })
  })

  it('is counted no further than somebody wants to know', async () => {
    expect(await server.admin.call(LoginLogTotal, { account: 'paged', atMost: 7 })).toEqual({ total: 7 })
    expect(await server.admin.call(LoginLogTotal, { account: 'paged', atMost: 1000 })).toEqual({ total: ROWS })
  })

  it.each([{ before: '1' }, { after: "1.1'; drop table user" }, { before: '-1.2' }, { from: -1 }, { to: 1e12 }])(
    'refuses %o',
    async (input) => {
      const asked = { account: 'paged', page: 1, rows: 10, ...input }
      expect(await server.admin.ask(LoginLogList, asked as never)).toMatchObject({ code: Code.IllegalParameter })
    },
  )
})

describe('a log as a file', () => {
  it('has every row, and nothing that a spreadsheet would run', async () => {
    const evil = '=cmd|"/c calc"!A1'
    const row = { remoteAddr: '', userAgent: 'two\nlines, "quoted"', referer: '', loginTime: Date.now() }
    await server.platform.db
      .insertInto('loginLog')
      .values({ ...row, account: evil, reason: '@sum(1)' })
      .execute()
    const { headers, text } = await file(server.admin, LoginLogExport.path, { format: 'csv' })
    expect(headers.get('content-type')).toContain('text/csv')
    expect(headers.get('content-disposition')).toBe('attachment; filename="login-log.csv"')
    const rows = parse(text, { bom: true, columns: true }) as Record<string, string>[]
    expect(rows.filter(({ account }) => account === 'paged').map(({ id }) => Number(id))).toEqual(ids)
    const cells = rows.find(({ account }) => account?.includes('calc'))
    expect(cells).toMatchObject({ account: `'${evil}`, reason: "'@sum(1)", userAgent: row.userAgent })
  })

  it('holds one object a line, filtered like the page', async () => {
    const { text } = await file(server.admin, LoginLogExport.path, {
      format: 'ndjson',
      account: 'paged',
      to: `${FIRST + 1}`,
    })
    const rows = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(rows.map(({ id }) => id)).toEqual(ids.slice(-3))
  })

  it('is longer than one reading of the database', async () => {
    const row = { account: 'many', remoteAddr: '', userAgent: '', referer: '', reason: '', loginTime: FIRST }
    for (let part = 0; part < 5; part++) {
      await server.platform.db
        .insertInto('loginLog')
        .values(Array.from({ length: 500 }, () => row))
        .execute()
    }
    const { text } = await file(server.admin, LoginLogExport.path, { format: 'ndjson', account: 'many' })
    expect(new Set(text.trim().split('\n')).size).toBe(2500)
  })

  it('names the offset of its times by the clocks of whoever saves it', async () => {
    const query = { format: 'ndjson', account: 'paged', zone: 'Asia/Kathmandu' }
    const times = async (more: Record<string, string>) => {
      const { text } = await file(server.admin, LoginLogExport.path, { ...query, ...more })
      return text
        .split('\n')
        .filter(Boolean)
        .map((line) => (JSON.parse(line) as { loginTime: string }).loginTime)
    }
    const zoned = await times({})
    expect(zoned[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+05:45$/)
    // Without a zone they are as on the wire; these tests run by the clocks of Shanghai.
    const plain = (await times({ zone: '' })).map((time) => Date.parse(`${time.replace(' ', 'T')}+08:00`))
    expect(zoned.map((time) => Date.parse(time))).toEqual(plain)
    const { text } = await file(server.admin, LoginLogExport.path, { ...query, zone: 'Mars/Base' })
    expect(JSON.parse(text)).toMatchObject({ message: expect.stringContaining('no time zone') })
  })

  it('is for those who may read the log, and is on record', async () => {
    const stranger = await server.makeUser([])
    for (const { path } of [LoginLogExport, OperationLogExport, SftpLogExport, TerminalLogExport]) {
      const refused = await file(stranger, path, { format: 'csv' })
      expect(JSON.parse(refused.text)).toMatchObject({ code: Code.Denied })
      const wrong = await file(server.admin, path, { format: 'xlsx' })
      expect(JSON.parse(wrong.text)).toMatchObject({ code: Code.IllegalParameter })
      expect((await file(server.admin, path, { format: 'ndjson' })).status).toBe(200)
    }
    const { list } = await server.admin.call(OperationLogList, { api: SftpLogExport.path, page: 1, rows: 10 })
    expect(list.length).toBeGreaterThan(0)
  })

  it('of operations keeps to the space of its reader', async () => {
    const reader = await server.makeUser([Permission.ShowOperationLogPage])
    const elsewhere = { userId: 1, namespaceId: await server.makeNamespace(), router: '', api: '/elsewhere' }
    const answered = { requestTime: 1, responseTime: 1, requestData: '{}', responseData: '{}' }
    const { id } = await server.platform.db
      .insertInto('operationLog')
      .values({ ...elsewhere, ...answered })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await file(reader, OperationLogExport.path, { format: 'ndjson' })).text).not.toContain('/elsewhere')
    expect((await file(server.admin, OperationLogExport.path, { format: 'ndjson' })).text).toContain('/elsewhere')
    expect(await reader.ask(OperationLogEntry, { id })).toMatchObject({ code: Code.Failed })
    expect(await server.admin.call(OperationLogEntry, { id })).toMatchObject({ api: '/elsewhere', before: '' })
  })
})
