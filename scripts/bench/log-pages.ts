import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startPostgres, type TestPostgres } from '@windlass/backend/testing/postgres'
import { type ConsoleProcess, startConsole } from '@windlass/e2e/support/consoleProcess'
import { type Api, openApi } from '@windlass/e2e/support/fixtures'
import { LoginLogList, LoginLogTotal, OperationLogList, OperationLogTotal } from '@windlass/shared-kit/contract/log'
import { alternated, type Comparison, milliseconds } from './benchmark.ts'

/** Rows of each log; can be made smaller for a quick look, the figures name what was measured. */
const ROWS = Number(process.env['LOG_ROWS'] ?? 5_000_000)
const FEW_ROWS = 2_000
const PAGE = 20
const DEEP_PAGES = 1_000
const ROUNDS = 100
const TARGET_MS = 100
const SECOND_MS = 1_000
const PERSONS = 50
const APIS = 40
const COUNTED = 10_000
const DAY_SECONDS = 86_400

type Engine = 'sqlite' | 'postgres'
/** What the engines write differently. */
const SPELLINGS = {
  sqlite: {
    numbers: (rows: number) =>
      `(with recursive n(i) as (select 0 union all select i + 1 from n where i < ${rows - 1}) select i from n) as n`,
    user: 'user',
  },
  postgres: { numbers: (rows: number) => `(select generate_series(0::bigint, ${rows - 1}) as i) as n`, user: '"user"' },
}

/** A year and more of a busy console: a call every few seconds, by many people, and as many sign-ins. */
function statements(engine: Engine, rows: number): string {
  const { numbers, user } = SPELLINGS[engine]
  const time = `${Date.now()} - (${rows} - i) * 7 * ${SECOND_MS}`
  return `begin;
    insert into ${user}(account, name, password, state, insert_time, update_time)
      select 'person' || i, 'Person ' || i, '', 1, 1, 1 from ${numbers(PERSONS)};
    insert into operation_log(user_id, namespace_id, router, api, request_time, request_data, response_time, response_data)
      select 2 + i * 7919 % ${PERSONS}, 1, '/deploy', '/call/' || (i * 104729 % ${APIS}), ${time},
      '{"id":' || i || ',"name":"something that was sent"}', ${time} + 20, '{"code":0,"message":"","data":null}'
      from ${numbers(rows)};
    insert into login_log(account, remote_addr, user_agent, referer, reason, login_time)
      select 'person' || (i * 7919 % ${PERSONS}), '192.0.2.' || (i % 250) || ':1', 'Mozilla/5.0 (X11; Linux x86_64)',
      '', case when i % 9 = 0 then 'the account or the password is wrong' else '' end, ${time} from ${numbers(rows)};
    commit`
}

function fillSqlite({ dataDir }: ConsoleProcess, rows: number): void {
  const db = new DatabaseSync(path.join(dataDir, 'windlass.sqlite'))
  // The console turns its journal on again when it opens the file.
  db.exec(
    'pragma journal_mode = delete; pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -400000',
  )
  db.exec(statements('sqlite', rows))
  db.close()
}

/** Goes from page to page to where nobody looks, and answers the place. */
async function deepPlace(api: Api, pages: number): Promise<string> {
  let before = ''
  for (let page = 0; page < pages; page += 25) {
    const rows = 25 * PAGE
    const answer = await api.call(OperationLogList, { page: 1, rows, ...(before !== '' && { before }) })
    before = answer.older
  }
  return before
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** What people look at, with the count below it as the page asks for it. */
function looks(api: Api, place: string): Record<string, () => Promise<unknown>> {
  const page = { page: 1, rows: PAGE }
  const month = { from: Math.floor(Date.now() / SECOND_MS) - 31 * DAY_SECONDS }
  const filter = { username: 'Person 7', api: '/call/3', ...month }
  return {
    'first page': () =>
      Promise.all([api.call(OperationLogList, page), api.call(OperationLogTotal, { atMost: COUNTED })]),
    'page 1,000': () => api.call(OperationLogList, { ...page, before: place }),
    'filtered page': () =>
      Promise.all([
        api.call(OperationLogList, { ...page, ...filter }),
        api.call(OperationLogTotal, { ...filter, atMost: COUNTED }),
      ]),
    'sign-ins of one account': () =>
      Promise.all([
        api.call(LoginLogList, { ...page, account: 'person11' }),
        api.call(LoginLogTotal, { account: 'person11', atMost: COUNTED }),
      ]),
  }
}

const percentile95 = (values: readonly number[]) =>
  [...values].sort((one, other) => one - other)[Math.ceil(values.length * 0.95) - 1] ?? 0

/** A console with so many rows in its logs, on PostgreSQL when there is one. */
async function filled(rows: number, postgres: TestPostgres | undefined): Promise<ConsoleProcess> {
  const address = await postgres?.createDatabase()
  const empty = await startConsole(address === undefined ? {} : { env: { DATABASE_URL: address } })
  await empty.end()
  if (postgres && address !== undefined) {
    await postgres.run(address, statements('postgres', rows))
    // What the server does by itself within minutes.
    await postgres.run(address, 'vacuum analyze')
  } else fillSqlite(empty, rows)
  return empty.restart()
}

async function compareSizes(engine: Engine, large: Api, small: Api): Promise<Comparison[]> {
  const ours = looks(large, await deepPlace(large, Math.min(DEEP_PAGES, ROWS / PAGE / 2)))
  const plain = looks(small, await deepPlace(small, FEW_ROWS / PAGE / 2))
  const comparisons: Comparison[] = []
  for (const [name, work] of Object.entries(ours)) {
    const other = plain[name]
    if (!other) throw new Error(`nothing to compare ${name} with`)
    const times = await alternated(ROUNDS, { many: () => timed(work), few: () => timed(other) })
    const [slow, usual] = [percentile95(times.many), percentile95(times.few)]
    comparisons.push({
      name: `log-pages, ${engine}, ${name} of ${ROWS.toLocaleString('en')} rows against ${TARGET_MS} ms (p95)`,
      ratio: slow / TARGET_MS,
      target: 1,
      figures: `${milliseconds(slow)} against ${milliseconds(usual)} with ${FEW_ROWS.toLocaleString('en')} rows`,
    })
  }
  return comparisons
}

async function runOn(engine: Engine): Promise<Comparison[]> {
  const postgres = engine === 'postgres' ? await startPostgres() : undefined
  const consoles: ConsoleProcess[] = []
  try {
    for (const rows of [ROWS, FEW_ROWS]) consoles.push(await filled(rows, postgres))
    const [large, small] = await Promise.all(consoles.map(({ url }) => openApi(url)))
    if (!large || !small) throw new Error('two consoles were started')
    return await compareSizes(engine, large, small)
  } finally {
    for (const console of consoles) await console.remove()
    await postgres?.stop()
  }
}

/** Whether a log of millions is read as one of some thousands, on either engine. */
export async function run(): Promise<Comparison[]> {
  return [...(await runOn('sqlite')), ...(await runOn('postgres'))]
}
