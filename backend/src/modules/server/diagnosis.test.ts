import { chmod, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Code, Permission } from '@windlass/shared-kit/contract'
import { ServerAcceptHostKey, ServerAdd, ServerList, ServerToggle } from '@windlass/shared-kit/contract/server'
import {
  type Diagnosis,
  ServerDiagnose,
  ServerDiagnoseStored,
  ServerHostKeyList,
} from '@windlass/shared-kit/contract/serverDiagnosis'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSshd, type TestSshd } from '../../testing/sshd.ts'
import { closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'
import { diagnose } from './diagnosis.ts'

let server: TestServer
let sshd: TestSshd

beforeAll(async () => {
  sshd = await startSshd()
  server = await makeTestServer({ SSH_KEY_DIR: sshd.keyDir })
})

afterAll(async () => {
  await closeTestServer(server)
  await sshd.stop()
})

const way = (more: object = {}) => ({
  ...{ ip: sshd.host, port: sshd.port, owner: sshd.user, path: sshd.keyPath },
  ...more,
})
const told = ({ steps }: Diagnosis) => steps.map(({ hop, kind, state }) => `${hop} ${kind} ${state}`)
const failedStep = ({ steps }: Diagnosis) => steps.find(({ state }) => state === 'failed')

describe('a diagnosis', () => {
  it('goes step by step along the whole way, with what it finds', async () => {
    const second = await startSshd({ sameKeysAs: sshd })
    const { host, port, user, keyPath } = sshd.target
    const result = await server.admin.call(ServerDiagnose, {
      ...way({ port: second.port, jumpIP: host, jumpPort: port, jumpOwner: user, jumpPath: keyPath }),
      jumps: [{ host: 'localhost', port: second.port, owner: user, path: keyPath }],
      os: 'linux',
    })
    expect(told(result)).toEqual([
      ...['0 name skipped', '0 tcp passed', '0 hostKey passed', '0 auth passed'],
      ...['1 tcp passed', '1 hostKey passed', '1 auth passed'],
      ...['2 tcp passed', '2 hostKey passed', '2 auth passed', '2 shell passed', '2 sftp passed', '2 rsync passed'],
    ])
    expect(result).toMatchObject({
      isReachable: true,
      changedHostKey: null,
      osInfo: expect.stringMatching(/^.+\|\d+\|\d+$/),
    })
    expect(result.hostKeys).toHaveLength(3)
    expect(result.steps.find(({ kind }) => kind === 'rsync')?.detail).toMatch(/^\d+\./)
    await second.stop()
  })

  it.each([
    [{ ip: 'no-such-host.invalid' }, 'name', 'name', /cannot be resolved/],
    [{ port: 1 }, 'tcp', 'refused', /connection refused/],
    [{ path: '/etc/shadow' }, 'auth', 'key-file', /is not in/],
    [{ path: '', password: 'x' }, 'auth', 'password-refused', /takes no passwords at all, only publickey/],
  ])('stops where it fails and says why: %o', async (change, kind, failure, message) => {
    const result = await server.admin.call(ServerDiagnose, way(change))
    expect(result.isReachable).toBe(false)
    expect(failedStep(result)).toMatchObject({ kind, failure, message: expect.stringMatching(message) })
    const after = result.steps.slice(result.steps.findIndex(({ state }) => state === 'failed') + 1)
    expect(new Set(after.map(({ state }) => state))).toEqual(new Set(['skipped']))
  })

  it('says that a shell which talks breaks what follows, and which one runs nothing', async () => {
    const noisy = await startSshd({ sameKeysAs: sshd })
    const command = async (text: string) => {
      const file = path.join(noisy.folder, 'forced')
      await writeFile(file, `#!/bin/sh\n${text}\n`)
      await chmod(file, 0o755)
      await writeFile(noisy.authorizedKeysFile, `command="${file}" ${noisy.publicKey}\n`)
      return server.admin.call(ServerDiagnose, way({ port: noisy.port }))
    }
    const talking = await command('echo Welcome to the machine; exec sh -c "$SSH_ORIGINAL_COMMAND"')
    expect(talking.steps.find(({ kind }) => kind === 'shell')).toMatchObject({
      state: 'warned',
      failure: 'noisy-shell',
      message: expect.stringContaining('Welcome to the machine'),
    })
    expect(talking.isReachable).toBe(true)
    const closed = await command('echo This account is currently not available.; exit 1')
    expect(failedStep(closed)).toMatchObject({ kind: 'shell', failure: 'no-shell' })
    expect(failedStep(closed)?.message).toContain('not available')
    await noisy.stop()
  })

  it('tells each step while it runs', async () => {
    const seen: string[] = []
    await diagnose(sshd.target, {
      ssh: server.platform.ssh,
      signal: new AbortController().signal,
      listener: (_index, { kind, state }) => seen.push(`${kind} ${state}`),
    })
    expect(seen.slice(0, 4)).toEqual(['tcp running', 'tcp passed', 'hostKey running', 'hostKey passed'])
    expect(seen.at(-1)).toBe('name skipped')
  })
})

describe('a stored server', () => {
  it('is tried also when it is disabled, and what it runs is stored', async () => {
    const { id } = await server.admin.call(ServerAdd, { ...way(), name: 'real', os: 'linux', namespaceId: 1 })
    await server.admin.call(ServerToggle, { id, state: 0 })
    await server.platform.db.updateTable('server').set({ osInfo: '' }).where('id', '=', id).execute()
    const reader = await server.makeUser([Permission.ShowServerPage])
    expect(await reader.call(ServerDiagnoseStored, { id })).toMatchObject({ isReachable: true })
    const row = (await server.admin.call(ServerList)).list.find((each) => each.id === id)
    expect(row?.osInfo).toMatch(/\|\d+\|\d+$/)
    expect(row?.hostKey).toMatchObject({ algorithm: 'ssh-ed25519', isChanged: false })
    const stranger = await server.makeUser([Permission.ShowServerPage], await server.makeNamespace())
    expect(await stranger.ask(ServerDiagnoseStored, { id })).toMatchObject({
      code: Code.Failed,
      message: 'no such server',
    })
    expect(await stranger.ask(ServerHostKeyList, { id })).toMatchObject({
      code: Code.Failed,
      message: 'no such server',
    })
  })

  it('stops at a changed key until somebody accepts it, and keeps who did and when', async () => {
    const other = await startSshd({ sameKeysAs: sshd })
    const input = { ...way({ port: other.port }), name: 'rebuilt', os: 'linux' as const, namespaceId: 1 }
    const { id } = await server.admin.call(ServerAdd, input)
    await server.admin.call(ServerDiagnoseStored, { id })
    await other.restart({ newHostKey: true })
    const stopped = await server.admin.call(ServerDiagnoseStored, { id })
    await server.admin.call(ServerDiagnoseStored, { id })
    expect(failedStep(stopped)).toMatchObject({ kind: 'hostKey', failure: 'host-key' })
    const change = stopped.changedHostKey
    const { stdout } = await execa('ssh-keygen', ['-l', '-f', path.join(other.folder, 'sshd/host_key.pub')])
    expect(stdout).toContain(change?.presented)
    const listed = (await server.admin.call(ServerList)).list.find((each) => each.id === id)
    expect(listed?.hostKey).toMatchObject({ isChanged: true, fingerprint: change?.known })

    const place = { host: other.host, port: other.port, fingerprint: change?.presented ?? '' }
    await server.admin.call(ServerAcceptHostKey, place)
    expect(await server.admin.call(ServerDiagnoseStored, { id })).toMatchObject({ isReachable: true })
    const [known] = (await server.admin.call(ServerHostKeyList, { id })).list
    expect(known).toMatchObject({ fingerprint: change?.presented, presentedFingerprint: '' })
    const { name } = await server.platform.db
      .selectFrom('user')
      .select('name')
      .where('id', '=', 1)
      .executeTakeFirstOrThrow()
    expect(known?.events.map(({ kind, fingerprint, userName }) => [kind, fingerprint, userName])).toEqual([
      ['accepted', change?.presented, name],
      ['changed', change?.presented, ''],
      ['pinned', change?.known, ''],
    ])
    await other.stop()
  })
})
