import { execFile } from 'node:child_process'
import { open as openFile, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Permission } from '@windlass/shared-kit/contract'
import { TERMINAL_WINDOW_BYTES, TerminalSessionList, TerminalShare } from '@windlass/shared-kit/contract/terminal'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startSshd, type TestSshd } from '../../testing/sshd.ts'
import { hostOf, openTerminal, type TerminalClient } from '../../testing/terminalClient.ts'
import { closeTestServer, makeTestServer, type TestCaller, type TestServer } from '../../testing/testServer.ts'

const SHARE = [Permission.ShowTerminalPage, Permission.ShareTerminal]
const MIB = 1024 * 1024

let sshd: TestSshd
let server: TestServer
let serverId: number
const clients: TerminalClient[] = []

beforeAll(async () => {
  sshd = await startSshd()
  server = await makeTestServer({ SSH_KEY_DIR: sshd.keyDir, TERMINAL_RECORD_MIB: '5' })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const place = { ip: sshd.host, port: sshd.port, owner: sshd.user, path: sshd.keyPath }
  serverId = (
    await server.platform.db
      .insertInto('server')
      .values({ namespaceId: 1, name: 'flood', ...place, insertTime: 1, updateTime: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
})
afterEach(() => {
  for (const client of clients.splice(0)) client.socket.terminate()
})
afterAll(async () => {
  await closeTestServer(server)
  await sshd.stop()
})

const KEPT = 64 * 1024
/** Megabytes of the file that is printed four times. */
const PIECES = Number(process.env['FLOOD_PIECES'] ?? 75)

const open = async (person: TestCaller, query: Record<string, string | number> = { serverId }) => {
  const client = openTerminal(hostOf(server), person, query, KEPT)
  clients.push(client)
  const ready = await client.ready()
  return { client, ready }
}

const prompt = async (client: TerminalClient) => {
  client.type("PS1='ready''> '\n")
  await client.until('ready> ')
}

/** Times how long Ctrl-C takes in a flood. */
const interrupt = async (client: TerminalClient) => {
  const begun = Date.now()
  client.type('\x03')
  await client.until(/\^C\r\n[^]*ready> $/)
  return Date.now() - begun
}

describe('a flood', () => {
  it('of hundreds of megabytes passes through within flat memory, and the recording ends at its limit', async () => {
    const file = path.join(sshd.folder, 'large')
    const large = await openFile(file, 'w')
    const line = Buffer.from(`${'0123456789abcdef'.repeat(4)}\n`.repeat(16_384))
    for (let i = 0; i < PIECES; i++) await large.write(line)
    await large.close()
    const person = await server.makeUser(SHARE)
    const { client } = await open(person)
    await prompt(client)
    const [{ recordId = 0 } = {}] = (await person.call(TerminalSessionList)).list
    const before = process.memoryUsage().rss
    let most = 0
    const timer = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss - before)
    }, 100)
    client.type(`cat ${file} ${file} ${file} ${file}; echo do""ne\n`)
    // For as long as it moves: a busy machine is slow, not wrong.
    for (let seen = -1; seen !== client.position() && !client.output().includes('done\r\n'); ) {
      seen = client.position()
      await wait(5000)
    }
    clearInterval(timer)
    expect(client.output()).toContain('done\r\n')
    // The terminal turns each \n into \r\n.
    expect(client.position()).toBeGreaterThan(4 * PIECES * (line.length + 16_384))
    // What a collector leaves lying varies from run to run; keeping what passed would take more than twice this.
    expect(most).toBeLessThan(200 * MIB)
    await rm(file)
    client.type('exit\n')
    await client.closed
    const record = path.join(server.env.DATA_DIR, 'terminal-log', `${recordId}.cast`)
    const { stdout } = await promisify(execFile)('tail', ['-n', '1', record])
    expect(JSON.parse(stdout)).toEqual([expect.any(Number), 'm', expect.stringContaining(String(5 * MIB))])
  }, 600_000)

  it('arrives whole before the shell’s exit does', async () => {
    const { client } = await open(await server.makeUser(SHARE))
    await prompt(client)
    const before = client.position()
    client.type('stty -echo\n')
    await client.until(/stty -echo\r\n[^]*ready> $/)
    client.type('seq 1 600000; exit 3\n')
    expect(await client.frame('exit')).toEqual({ type: 'exit', code: 3 })
    await client.closed
    expect(client.output()).toMatch(/\r\n599999\r\n600000\r\n/)
    expect(client.position() - before).toBeGreaterThan(600_000 * 8 - 111_111)
  })

  it('is stopped by Ctrl-C at once', async () => {
    const { client } = await open(await server.makeUser(SHARE))
    await prompt(client)
    const begun = Date.now()
    client.type('echo qui""et\n')
    await client.until(/quiet\r\n[^]*ready> $/)
    const quiet = Date.now() - begun
    client.type('yes\n')
    await wait(1500)
    // 300 ms where nothing else runs; a busy machine is slow, not wrong, and is so without a flood as well.
    expect(await interrupt(client)).toBeLessThan(3000 + 20 * quiet)
  })

  it('waits for its reader, and Ctrl-C reaches it all the same', async () => {
    const { client } = await open(await server.makeUser(SHARE))
    await prompt(client)
    client.isStuck = true
    client.type('yes\n')
    await expect.poll(() => client.position()).toBeGreaterThan(TERMINAL_WINDOW_BYTES - 100_000)
    const grown = async (before = client.position()) => {
      await wait(500)
      return client.position() - before
    }
    await expect.poll(() => grown()).toBe(0)
    const standing = client.position()
    expect(standing).toBeLessThan(TERMINAL_WINDOW_BYTES + 100_000)
    client.isStuck = false
    client.send({ type: 'ack', bytes: standing })
    await interrupt(client)
  })

  it('leaves little on its way to be drawn before its end', async () => {
    const { client } = await open(await server.makeUser(SHARE))
    await prompt(client)
    client.type("sh -c 'echo pid=$$; read go; exec yes'\n")
    await client.until(/pid=\d+\r/)
    const pid = /pid=(\d+)/.exec(client.output())?.[1]
    client.type('\n')
    // What is granted to every channel at its start is used up then.
    await expect.poll(() => client.position(), { timeout: 20_000 }).toBeGreaterThan(4 * MIB)
    client.isStuck = true
    const written = async () => Number(/wchar: (\d+)/.exec(await readFile(`/proc/${pid}/io`, 'utf8'))?.[1])
    await expect.poll(async () => (await written()) - (await wait(300), await written())).toBe(0)
    // The terminal turns each \n into \r\n: three bytes for two.
    expect((await written()) * 1.5 - client.position()).toBeLessThan(MIB)
    client.isStuck = false
    client.send({ type: 'ack', bytes: client.position() })
    await interrupt(client)
  })

  it('is not slowed by an onlooker, who gets a fresh screen', async () => {
    const owner = await server.makeUser(SHARE)
    const { client, ready } = await open(owner)
    await prompt(client)
    const { ticket } = await owner.call(TerminalShare, { session: ready.session, mode: 'view', minutes: 5 })
    const visitor = await server.makeUser(SHARE)
    const guest = await open(visitor, { session: ready.session, ticket })
    guest.client.isStuck = true
    client.type('seq 1 2000000; echo do""ne\n')
    await client.until('done\r\n')
    const standing = guest.client.position()
    expect(standing).toBeLessThan(2 * TERMINAL_WINDOW_BYTES)
    guest.client.isStuck = false
    guest.client.send({ type: 'ack', bytes: standing })
    await guest.client.frame('screen')
    await expect.poll(() => guest.client.screens.at(-1)).toContain('2000000')
    expect(guest.client.screens.at(-1)).toContain('done')
    client.type('echo li""ve\n')
    await guest.client.until('live\r\n')
  })
})
