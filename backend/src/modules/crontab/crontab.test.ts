import { chmod, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Code, Permission } from '@windlass/shared-kit/contract'
import {
  CrontabBackup,
  CrontabHost,
  CrontabList,
  CrontabLog,
  CrontabRun,
  CrontabSave,
  CrontabSystem,
  CrontabVersionContent,
  CrontabVersionList,
} from '@windlass/shared-kit/contract/crontab'
import { lockBeside, wrapCommand } from '@windlass/shared-kit/contract/crontabLog'
import { ScriptRunGet, ScriptRunKill, ScriptRunList, ScriptRunOutput } from '@windlass/shared-kit/contract/serverScript'
import { textOfPath } from '@windlass/shared-kit/contract/sftpPath'
import { execa } from 'execa'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CronAccount, canMakeAccounts, makeCronAccount, runCron } from '../../testing/cronAccount.ts'
import { until } from '../../testing/deployBench.ts'
import { startSshd, type TestSshd } from '../../testing/sshd.ts'
import { closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'

let sshd: TestSshd
let server: TestServer
let serverId: number

const addServer = async (change: Partial<{ namespaceId: number; owner: string; os: string }> = {}) => {
  const { host, port, user, keyPath } = sshd
  const values = {
    ...{ namespaceId: 1, name: 'web', ip: host, port, owner: user, path: keyPath, insertTime: 1, updateTime: 1 },
    ...change,
  }
  return (await server.platform.db.insertInto('server').values(values).returning('id').executeTakeFirstOrThrow()).id
}

beforeAll(async () => {
  sshd = await startSshd()
  // sshd reads the keys of an account as that account.
  await chmod(sshd.folder, 0o711)
  await chmod(path.dirname(sshd.authorizedKeysFile), 0o711)
  await chmod(sshd.authorizedKeysFile, 0o644)
  server = await makeTestServer({ SSH_KEY_DIR: sshd.keyDir })
  serverId = await addServer()
})
afterAll(async () => {
  await closeTestServer(server)
  await sshd.stop()
})

describe('the cron of a server', () => {
  it('is told with its kind, its clock and what is to be done', async () => {
    const host = await server.admin.call(CrontabHost, { serverId })
    expect(host).toMatchObject({ user: sshd.user, isInstalled: true, hasLock: true, kind: 'debian' })
    expect(Math.abs(host.skew)).toBeLessThan(30)
    const remedy = host.isRunning ? /^$/ : /^(service cron start|systemctl enable)/
    expect(host.remedy).toMatch(remedy)
  })

  it('is seen when it runs', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'cron-'))
    await copyFile('/bin/sleep', path.join(folder, 'crond'))
    await chmod(path.join(folder, 'crond'), 0o755)
    const daemon = execa(path.join(folder, 'crond'), ['60'], { reject: false })
    try {
      await until('it is seen', async () => (await server.admin.call(CrontabHost, { serverId })).isRunning)
    } finally {
      daemon.kill()
      await daemon
      await rm(folder, { recursive: true })
    }
  })

  it('shows the tables of the system, and which of them cron passes over', async () => {
    const { files } = await server.admin.call(CrontabSystem, { serverId })
    expect(files[0]).toMatchObject({ path: '/etc/crontab', raw: await readFile('/etc/crontab', 'utf8'), problem: '' })
    expect(files.find((file) => file.path === '/etc/cron.d/.placeholder')).toBeUndefined()
  })

  it('is not looked for on Windows, nor on servers of others', async () => {
    const windows = await addServer({ os: 'windows', owner: 'Administrator' })
    const answer = await server.admin.ask(CrontabList, { serverId: windows })
    expect(answer).toMatchObject({ code: Code.Failed, message: expect.stringContaining('Windows') })
    const elsewhere = await server.makeUser(Object.values(Permission), await server.makeNamespace())
    expect((await elsewhere.ask(CrontabList, { serverId })).message).toBe('no such server')
  })

  it('takes no account that is none', async () => {
    for (const user of ['-l', 'a b', "a'b", '../x', 'a\nb', '$(id)'])
      expect((await server.admin.ask(CrontabList, { serverId, user })).code).not.toBe(Code.Ok)
    const answer = await server.admin.ask(CrontabList, { serverId, user: 'nobody-there' })
    expect(answer.message).toContain('there is no account nobody-there')
  })
})

// Others than root cannot make accounts: run these tests as root.
describe.skipIf(!canMakeAccounts)('the crontab of an account', () => {
  let account: CronAccount
  let whose: { serverId: number; user: string }

  beforeEach(async () => {
    account = await makeCronAccount()
    whose = { serverId, user: account.name }
  })
  afterEach(() => account.remove())

  const list = () => server.admin.call(CrontabList, whose)
  const save = async (raw: string, hash?: string) =>
    server.admin.ask(CrontabSave, { ...whose, raw, hash: hash ?? (await list()).hash })
  const versions = async () =>
    (await server.admin.call(CrontabVersionList, { serverId, account: account.name, page: 1, rows: 50 })).list

  const WEIRD = [
    '# m h  dom mon dow   command',
    'SHELL=/bin/bash\r',
    'MAILTO="a@example.org, b@example.org"',
    'CRON_TZ = Europe/Berlin',
    '',
    ' \t',
    "\t*/5 8-18\t* * 1-5   echo 'tab\there' && date +\\%F%in%put  ",
    '#  0 3 * * * by hand',
    '#windlass:off 0 4 * * * by us',
    '@reboot  /opt/start \u4f60\u597d',
    '* * * * * echo \\\\ "$HOME"\r',
    '',
  ].join('\n')

  it('is adopted and saved again to the byte', async () => {
    const bytes = Buffer.concat([Buffer.from(WEIRD), Buffer.from([0x23, 0xff, 0xfe, 0x0a])])
    await execa('crontab', ['-u', account.name, '-'], { input: bytes })
    const found = await list()
    expect(found).toMatchObject({ raw: textOfPath(bytes), exists: true, user: account.name })
    expect(found.list.map(({ line, enabled, expression }) => [line, enabled, expression])).toEqual([
      [7, true, '*/5 8-18 * * 1-5'],
      [8, false, '0 3 * * *'],
      [9, false, '0 4 * * *'],
      [10, true, '@reboot'],
      [11, true, '* * * * *'],
    ])
    expect(found.list[0]?.raw).toBe(WEIRD.split('\n')[6])
    const saved = await save(found.raw)
    expect(saved).toMatchObject({ code: Code.Ok, data: { raw: found.raw, hash: found.hash } })
    expect((await account.crontab()).equals(bytes)).toBe(true)
  })

  it('keeps the first comments of a crontab that was laid in place without the program', async () => {
    const raw = '# Kept by hand\n#\tand by ansible\n\n0 3 * * * echo \\r\n'
    await account.install('')
    await writeFile(`/var/spool/cron/crontabs/${account.name}`, raw)
    const found = await list()
    expect(found.raw).toBe(raw)
    expect((await save(`${raw}0 4 * * * more\n`)).code).toBe(Code.Ok)
    expect((await list()).raw).toBe(`${raw}0 4 * * * more\n`)
    expect(String(await account.crontab())).toBe(`${raw}0 4 * * * more\n`)
  })

  it('begins empty, is made, and keeps every state', async () => {
    expect(await list()).toMatchObject({ raw: '', exists: false, list: [] })
    expect((await server.admin.ask(CrontabBackup, whose)).message).toContain('nothing to keep')
    await save('0 3 * * * first\n')
    await account.install('0 3 * * * by somebody else\n# off: 1\n')
    await save('0 4 * * * second\n')
    await server.admin.call(CrontabBackup, { ...whose, note: 'before the move' })
    const kept = await versions()
    expect(kept.map(({ action, note, entries }) => [action, note, entries])).toEqual([
      ['backup', 'before the move', 1],
      ['save', '', 1],
      ['found', '', 1],
      ['save', '', 1],
    ])
    const theirs = await server.admin.call(CrontabVersionContent, { id: kept[2]?.id ?? 0 })
    expect(theirs.raw).toBe('0 3 * * * by somebody else\n# off: 1\n')
    const { content } = await server.platform.db
      .selectFrom('crontabVersion')
      .select('content')
      .where('id', '=', kept[2]?.id ?? 0)
      .executeTakeFirstOrThrow()
    expect(content).not.toContain('somebody')
    const elsewhere = await server.makeUser(Object.values(Permission), await server.makeNamespace())
    expect((await elsewhere.ask(CrontabVersionContent, { id: kept[2]?.id ?? 0 })).code).toBe(Code.Failed)
  })

  it('is not saved over what somebody else has written', async () => {
    const { hash } = await list()
    await account.install('0 5 * * * theirs\n')
    const answer = await save('0 6 * * * mine\n', hash)
    expect(answer).toMatchObject({ code: Code.Failed, data: { conflict: { raw: '0 5 * * * theirs\n' } } })
    expect(String(await account.crontab())).toBe('0 5 * * * theirs\n')
    const { conflict } = answer.data as unknown as { conflict: { hash: string } }
    expect((await save('0 6 * * * mine\n', conflict.hash)).code).toBe(Code.Ok)
    expect((await versions()).map(({ action }) => action)).toEqual(['save', 'found'])
  })

  it.each([
    ['a wrong time', '# a\n* * * * * fine\n61 * * * * x\n', 'bad minute'],
    ['no last line end', '* * * * * x', 'missing newline before EOF'],
  ])('is left as it is when crontab refuses %s, and its words are told', async (_what, raw, words) => {
    await account.install('0 5 * * * before\n')
    const answer = await save(raw)
    expect(answer).toMatchObject({
      code: Code.Failed,
      message: expect.stringContaining(words),
      data: { refusal: { output: expect.stringContaining(words) } },
    })
    expect(String(await account.crontab())).toBe('0 5 * * * before\n')
    expect((await versions()).map(({ action }) => action)).toEqual(['found'])
  })

  it('is saved by holders of 41 only, and seen by holders of 39', async () => {
    const reader = await server.makeUser([Permission.ShowCronPage])
    expect((await reader.ask(CrontabList, whose)).code).toBe(Code.Ok)
    expect((await reader.ask(CrontabSave, { ...whose, raw: '', hash: '' })).code).toBe(Code.Denied)
    expect((await reader.ask(CrontabRun, { ...whose, raw: '* * * * * x\n', line: 1 })).code).toBe(Code.Denied)
  })

  it('is refused with what to do to an account that cron.deny names', async () => {
    const denied = await execa('sh', ['-c', 'echo "$0" >> /etc/cron.deny', account.name])
    expect(denied.exitCode).toBe(0)
    const own = await addServer({ owner: account.name })
    try {
      const answer = await server.admin.ask(CrontabList, { serverId: own })
      expect(answer.message).toContain(
        `${account.name} may not use crontab on this server: add the name to /etc/cron.allow`,
      )
      const others = await server.admin.ask(CrontabList, { serverId: own, user: 'root' })
      expect(others.code).not.toBe(Code.Ok)
    } finally {
      const left = (await readFile('/etc/cron.deny', 'utf8')).split('\n').filter((name) => name !== account.name)
      if (left.join('') === '') await rm('/etc/cron.deny')
      else await writeFile('/etc/cron.deny', left.join('\n'))
    }
  })

  it('of others is refused to whoever is not root', async () => {
    const own = await addServer({ owner: account.name })
    expect(await server.admin.call(CrontabHost, { serverId: own })).toMatchObject({ isRoot: false, user: account.name })
    expect(await server.admin.call(CrontabList, { serverId: own })).toMatchObject({ user: account.name })
    const answer = await server.admin.ask(CrontabList, { serverId: own, user: 'root' })
    expect(answer.message).toContain('only root may see and change the crontabs of others')
  })

  const ended = async (id: number) => {
    await until('the run has ended', async () => (await server.admin.call(ScriptRunGet, { id })).endTime !== '')
    const { stdout, stderr } = await server.admin.call(ScriptRunOutput, { id, serverId })
    return { run: await server.admin.call(ScriptRunGet, { id }), out: stdout.head, err: stderr.head }
  }

  it('has its lines run as cron would: as the account, with few variables, and with their input', async () => {
    const raw = [
      'GREETING="good day"',
      'PATH=/bin',
      "0 3 * * * env; id -un; pwd; cat; echo '50\\%'; exit 3%line one%two",
      '',
    ].join('\n')
    const { id } = await server.admin.call(CrontabRun, { ...whose, raw, line: 3 })
    const { run, out } = await ended(id)
    expect(run).toMatchObject({ kind: 'crontab', states: { failed: 1 }, servers: [{ exitCode: 3 }] })
    expect(run.script).toContain('env; id -un; pwd')
    const said = out.split('\n')
    expect(
      said
        .filter((line) => line.includes('='))
        .map((line) => line.split('=')[0])
        .toSorted(),
    ).toEqual(
      ['GREETING', 'HOME', 'LOGNAME', 'PATH', 'PWD', 'SHELL', 'USER'].filter((name) => out.includes(`${name}=`)),
    )
    expect(said).toEqual(expect.arrayContaining(['GREETING=good day', 'PATH=/bin', `HOME=${account.home}`]))
    expect(out).toContain(`${account.name}\n${account.home}\nline one\ntwo\n50%\n`)
    expect((await server.admin.call(ScriptRunList, { kind: 'crontab', page: 1, rows: 5 })).list[0]?.id).toBe(id)
    const answer = await server.admin.ask(CrontabRun, { ...whose, raw, line: 1 })
    expect(answer.message).toContain('line 1 runs nothing')
  })

  it('has its runs stopped with all they have started', async () => {
    const mark = `31${process.pid}`
    const { id } = await server.admin.call(CrontabRun, { ...whose, raw: `* * * * * sleep ${mark} & wait\n`, line: 1 })
    const sleeps = async () => (await execa('ps', ['-A', '-o', 'user=,args='])).stdout.includes(`sleep ${mark}`)
    await until('it runs', sleeps)
    await server.admin.call(ScriptRunKill, { id })
    expect((await ended(id)).run.states).toEqual({ killed: 1 })
    expect(await sleeps()).toBe(false)
  })

  it('keeps runs of a line apart by its lock', async () => {
    const log = path.join(account.home, 'cron.log')
    const raw = `* * * * * ${wrapCommand('echo "it is $((1+1))"', { log, lock: lockBeside(log) })}\n`
    const first = await server.admin.call(CrontabRun, { ...whose, raw, line: 1 })
    expect((await ended(first.id)).out).toBe('it is 2\n')
    const holder = execa('flock', ['--no-fork', lockBeside(log), 'sleep', '60'], { reject: false })
    await until(
      'it is held',
      async () => (await execa('flock', ['-n', lockBeside(log), 'true'], { reject: false })).failed,
    )
    const second = await server.admin.call(CrontabRun, { ...whose, raw, line: 1 })
    const { run, err } = await ended(second.id)
    holder.kill()
    await holder
    expect(run.servers[0]?.exitCode).toBe(75)
    expect(err).toContain('another run of this line goes on')
  })

  it('has its options understood by the real cron, and its log followed', async () => {
    const log = path.join(account.home, 'cron.log')
    const options = { log, lock: lockBeside(log) }
    const command = wrapCommand(`cat; echo "it's $LOGNAME, $((6*7))\\%"; echo oh >&2%from cron`, options)
    const raw = `SHELL=/bin/bash\n* * * * * ${command}\n`
    expect((await save(raw)).code).toBe(Code.Ok)
    const refused = await server.admin.ask(CrontabLog, { ...whose, file: '/etc/shadow', lines: 10 })
    expect(refused.message).toContain('no line of the crontab')
    const cron = await runCron(account)
    try {
      await until('cron has run it', async () => (await readFile(log, 'utf8').catch(() => '')).includes('oh'), 80_000)
    } finally {
      await cron.stop()
    }
    const wanted = `from cron\nit's ${account.name}, 42%\noh\n`
    expect(await readFile(log, 'utf8')).toBe(wanted)
    expect(await follow({ ...whose, file: log, lines: 10 }, 'oh')).toContain(JSON.stringify(wanted))
  }, 120_000)
})

/** Reads a log over the wire until it says something; leaving the request ends the program on the server. */
async function follow(input: Record<string, string | number>, wanted: string): Promise<string> {
  if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' })
  const address = server.app.server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const leave = new AbortController()
  const response = await fetch(`${origin}${CrontabLog.path}`, {
    ...{ method: 'POST', body: JSON.stringify(input), signal: leave.signal },
    headers: { ...server.admin.headers, origin, 'content-type': 'application/json', 'G-N-ID': '1' },
  })
  let said = ''
  for await (const chunk of response.body ?? []) {
    said += Buffer.from(chunk).toString()
    if (said.includes(wanted)) break
  }
  leave.abort()
  await until('nothing follows the log any more', async () => {
    const { stdout } = await execa('ps', ['-A', '-o', 'args='])
    return !stdout.includes(`-F ${input['file']}`)
  })
  return said
}
