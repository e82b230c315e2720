import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { UserLogin } from '@windlass/shared-kit/contract/session'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tables } from '../../platform/schema.ts'
import { lookupHash } from '../../platform/secrets.ts'
import { startMariaDb, type TestMariaDb } from '../../testing/mariadb.ts'
import { ADMIN_PASSWORD, closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'
import { adminProcess } from '../testing/adminLine.ts'
import { AWKWARD, LOG_ROWS } from '../testing/compatibleLogRows.ts'
import { compatibleRows, IMPORTED_PASSWORD } from '../testing/compatibleRows.ts'
import { COMPATIBLE_SCHEMA } from '../testing/compatibleSchema.ts'

const ZONE = 'Asia/Shanghai'
/** 2024-03-09 08:07:06 in Shanghai. */
const TIME = Date.UTC(2024, 2, 9, 0, 7, 6)

let mariadb: TestMariaDb
let files = ''
let dump = ''

beforeAll(async () => {
  mariadb = await startMariaDb()
  files = await mkdtemp(path.join(tmpdir(), 'windlass-import-'))
  const root = await mariadb.connect()
  await root.query(`create database console; use console; ${COMPATIBLE_SCHEMA}`)
  for (const [table, rows] of Object.entries(await compatibleRows())) {
    for (const row of rows) await root.query('insert into ?? set ?', [table, row])
  }
  await root.end()
  await mkdir(path.join(files, 'project-file/project_5/config'), { recursive: true })
  await writeFile(path.join(files, 'project-file/project_5/config/app.env'), 'A=1\n')
  await mkdir(path.join(files, 'terminal-log'))
  await writeFile(path.join(files, 'terminal-log/9.cast'), '{"version":2}\n')
  dump = path.join(files, 'dump.sql')
  await writeFile(dump, await mariadb.dump('console'))
})
afterAll(async () => {
  await mariadb.stop()
  await rm(files, { recursive: true })
})

const live = () => `mysql://${mariadb.user}@localhost/console?socket=${encodeURIComponent(mariadb.socket)}`
const importInto = (server: TestServer, source: string, ...more: string[]) =>
  adminProcess(['import', source, '--time-zone', ZONE, '--files', files, ...more], {
    env: server.env,
    variables: { WINDLASS_SOURCE_PASSWORD: '' },
  })

/** Every row of every table that an import may touch, as text. */
async function everything(db: Kysely<Tables>): Promise<string> {
  const tables = [
    'user',
    'namespace',
    'role',
    'rolePermission',
    'namespaceUser',
    'server',
    'project',
    'projectFile',
  ] as const
  const more = [
    'projectServer',
    'projectTask',
    'monitor',
    'notificationTemplate',
    'publish',
    'publishTrace',
    'sftpLog',
  ] as const
  const found = await Promise.all(
    [...tables, ...more].map((table) =>
      db
        .selectFrom(table as 'user')
        .selectAll()
        .orderBy('id')
        .execute(),
    ),
  )
  // What a check has found is written by the running console.
  return JSON.stringify(found, (name, value: unknown) => (name === 'errorContent' ? '' : value))
}

describe.each([
  ['a live database', () => live()],
  ['a dump', () => dump],
])('from %s', (_name, source) => {
  let server: TestServer
  let db: Kysely<Tables>
  beforeAll(async () => {
    server = await makeTestServer()
    db = server.platform.db
  })
  afterAll(() => closeTestServer(server))

  it('a dry run says what would come and writes nothing', async () => {
    const before = await everything(db)
    const outcome = await importInto(server, source(), '--dry-run')
    expect(outcome).toMatchObject({ exitCode: 0 })
    expect(outcome.stdout).toContain('What would come from')
    expect(outcome.stdout).toContain('the server is not there')
    expect(await everything(db)).toBe(before)
    expect(await db.selectFrom('importMap').selectAll().execute()).toEqual([])
  })

  it('brings every row, and says of each that stays behind why', async () => {
    const outcome = await importInto(server, source(), '--json')
    expect(outcome.exitCode).toBe(0)
    const report = outcome.json() as {
      parts: { part: string; found: number; added: number; same: number; left: { reason: string; ids: number[] }[] }[]
      notes: string[]
    }
    const counts = Object.fromEntries(
      report.parts.map(({ part, found, added, same, left }) => [part, [found, added, same, left.length]]),
    )
    expect(counts).toEqual({
      users: [5, 3, 1, 1],
      namespaces: [2, 1, 1, 0],
      roles: [2, 2, 0, 0],
      'permissions of roles': [4, 2, 0, 2],
      'members of namespaces': [5, 2, 1, 2],
      servers: [3, 2, 0, 1],
      projects: [3, 2, 0, 1],
      'files of projects': [3, 1, 0, 2],
      'servers of projects': [2, 1, 0, 1],
      'users of projects': [2, 1, 0, 1],
      'processes of projects': [1, 1, 0, 0],
      'scheduled deploys': [3, 2, 0, 1],
      'warning rules of servers': [3, 1, 0, 2],
      'processes of servers': [2, 1, 0, 1],
      'script templates': [1, 1, 0, 0],
      'scheduled tasks of servers': [2, 1, 0, 1],
      monitors: [2, 2, 0, 0],
      'notification templates': [2, 0, 1, 1],
      'publish log': [3, 2, 0, 1],
      'login log': [1, 1, 0, 0],
      'operation log': [2, 2, 0, 0],
      'SFTP log': [LOG_ROWS, LOG_ROWS, 0, 0],
      'terminal log': [2, 2, 0, 0],
      'log of scheduled tasks': [1, 1, 0, 0],
    })
    expect(report.notes).toContain(
      'a role manager with other permissions is there already: the imported one is named manager 2',
    )
  })

  it('people sign in with the passwords they have, and who was here keeps his', async () => {
    const signIn = (account: string, password: string) =>
      server.nobody.ask(UserLogin, { account, password, newPassword: '' })
    expect((await signIn('Ann', IMPORTED_PASSWORD)).code).toBe(0)
    expect((await signIn('admin', ADMIN_PASSWORD)).code).toBe(0)
    expect((await signIn('admin', IMPORTED_PASSWORD)).code).not.toBe(0)
    const ann = await db.selectFrom('user').selectAll().where('account', '=', 'Ann').executeTakeFirstOrThrow()
    expect(ann).toMatchObject({
      name: "Ann O'Neil 🚢",
      contact: '123',
      apiKeyHash: lookupHash('k'.repeat(32)),
      insertTime: TIME,
      passwordUpdateTime: TIME,
    })
    expect(server.platform.secrets.decrypt(ann.apiKey, 'user.apiKey')).toBe('k'.repeat(32))
    const gone = await db.selectFrom('user').selectAll().where('account', '=', 'gone').executeTakeFirstOrThrow()
    expect(gone).toMatchObject({ state: 0, passwordUpdateTime: null })
  })

  it('keeps every letter, and secrets encrypted', async () => {
    const project = await db
      .selectFrom('project')
      .selectAll()
      .where('repoType', '=', 'git')
      .where('state', '=', 1)
      .executeTakeFirstOrThrow()
    expect(project.name).toBe(AWKWARD.slice(0, 200))
    expect(JSON.parse(project.script)).toMatchObject({
      afterPull: { mode: 'bash', content: AWKWARD },
      customVariables: [{ name: 'x' }],
    })
    expect(project).toMatchObject({
      deployState: 3,
      symlinkBackupNumber: 10,
      autoDeploy: 0,
      deployServerMode: 'serial',
      lastPublishToken: 't-1',
    })
    expect(server.platform.secrets.decrypt(project.url, 'project.url')).toBe('https://me:token@git.example.org/a.git')
    const web = await db.selectFrom('server').selectAll().where('name', '=', 'web').executeTakeFirstOrThrow()
    expect(web).toMatchObject({ ip: 'web.example.org', port: 2222, path: '/root/.ssh/id_ed25519', jumpIp: '10.0.0.9' })
    expect(server.platform.secrets.decrypt(web.password, 'server.password')).toBe(`p'w"\\🔑`)
    expect(server.platform.secrets.decrypt(web.jumpPassword, 'server.jumpPassword')).toBe('jump-secret')
    const script = await db.selectFrom('template').selectAll().where('name', '=', 'café').executeTakeFirstOrThrow()
    expect(script).toMatchObject({ content: 'echo "déjà vu"', description: 'Größe €', namespaceId: 0 })
    const cron = await db.selectFrom('cron').selectAll().executeTakeFirstOrThrow()
    expect(cron).toMatchObject({ serverId: web.id, command: `echo "it's"`, singleMode: 1, logLevel: 2, isEnabled: 1 })
    expect(await db.selectFrom('cronLog').selectAll().executeTakeFirstOrThrow()).toMatchObject({
      cronId: cron.id,
      state: 'failed',
      message: AWKWARD,
    })
  })

  it('follows ids, also inside JSON', async () => {
    const web = await db.selectFrom('server').selectAll().where('name', '=', 'web').executeTakeFirstOrThrow()
    const process = await db.selectFrom('monitor').selectAll().where('name', '=', 'process').executeTakeFirstOrThrow()
    expect(JSON.parse(process.target)).toEqual({ items: [String(web.id)], timeout: 5, process: 'nginx', script: '' })
    const site = await db.selectFrom('monitor').selectAll().where('name', '=', 'site').executeTakeFirstOrThrow()
    expect(site).toMatchObject({ failServerId: web.id, failScript: AWKWARD, second: 60 })
    expect(JSON.parse(site.target)).toMatchObject({ timeout: 5 })
    const states = await db.selectFrom('monitorState').select('monitorId').execute()
    expect(states.map(({ monitorId }) => monitorId).sort()).toEqual([process.id, site.id].sort())
  })

  it('starts nothing whose time has passed', async () => {
    const tasks = await db.selectFrom('projectTask').selectAll().orderBy('dueTime').execute()
    expect(tasks).toMatchObject([
      { state: 0, outcome: 'missed' },
      { state: 1, outcome: '', dueTime: Date.UTC(2090, 0, 1, 2), zone: ZONE },
    ])
  })

  it('repairs the text that could never be sent', async () => {
    const template = await db
      .selectFrom('notificationTemplate')
      .selectAll()
      .where('id', '=', 1)
      .executeTakeFirstOrThrow()
    expect(template).toMatchObject({
      title: 'mine {{ .Project.Name }}',
      template: '{{ if ne .CommitInfo.Tag "" }}{{ .CommitInfo.Tag }}{{ end }} 🚢',
    })
  })

  it('brings logs in their order, with what was secret masked', async () => {
    const rows = await db.selectFrom('sftpLog').selectAll().orderBy('id').execute()
    expect(rows).toHaveLength(LOG_ROWS)
    for (const [index, row] of rows.entries()) expect(row.path).toBe(`/srv/${index}/${AWKWARD.slice(0, 40)}`)
    expect(new Set(rows.filter((_row, index) => index % 2 === 1).map(({ userId }) => userId))).toEqual(new Set([0]))
    const operations = await db
      .selectFrom('operationLog')
      .selectAll()
      .where('api', 'in', ['/user/add', '/x'])
      .orderBy('id')
      .execute()
    expect(operations).toMatchObject([
      { requestData: '{"password":"******","name":"x"}', requestTime: TIME },
      { requestData: '{}', requestTime: 0, userId: 0 },
    ])
    const publish = await db.selectFrom('publish').selectAll().where('token', '=', 't-1').executeTakeFirstOrThrow()
    expect(publish).toMatchObject({
      state: 'failed',
      reason: 'it broke',
      commitId: 'c'.repeat(40),
      commitBranch: 'main',
      commitTime: 1_700_000_000_000,
    })
  })

  it('brings files, and nothing from outside of their folder', async () => {
    const [file] = await db.selectFrom('projectFile').selectAll().execute()
    expect(file).toMatchObject({ filename: 'config/app.env', size: 4 })
    const place = path.join(server.env.DATA_DIR, 'project-file', `project_${file?.projectId}`, 'config/app.env')
    expect(await readFile(place, 'utf8')).toBe('A=1\n')
    const ended = await db.selectFrom('terminalLog').selectAll().orderBy('id').execute()
    expect(ended.every(({ endTime }) => endTime > 0)).toBe(true)
    expect(await readFile(path.join(server.env.DATA_DIR, 'terminal-log', `${ended[1]?.id}.cast`), 'utf8')).toContain(
      'version',
    )
  })

  it('changes nothing the second time, from either form', async () => {
    const before = await everything(db)
    for (const again of [live(), dump]) {
      const outcome = await importInto(server, again, '--json')
      expect(outcome.exitCode).toBe(0)
      const { parts } = outcome.json() as { parts: { part: string; added: number }[] }
      expect(parts.filter(({ added }) => added > 0)).toEqual([])
    }
    expect(await everything(db)).toBe(before)
  })
})
