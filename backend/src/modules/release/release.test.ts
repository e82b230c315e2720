import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { Code, Permission } from '@windlass/shared-kit/contract'
import { NAMESPACE_COOKIE } from '@windlass/shared-kit/contract/limits'
import {
  ReleaseCanary,
  ReleaseCompare,
  ReleaseContext,
  ReleaseEndCanary,
  ReleaseHistory,
  ReleaseList,
  ReleasePin,
  ReleasePromote,
  ReleaseRollback,
  ReleaseSetRule,
  ReleaseSwitch,
  ReleaseVersionList,
} from '@windlass/shared-kit/contract/release'
import { ReleaseKeyAdd, ReleaseKeyList, ReleaseKeyRevoke } from '@windlass/shared-kit/contract/releaseKey'
import tar from 'tar-stream'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { packArtefact } from '../../artefact/archive.ts'
import { createKeyPair } from '../../artefact/signature.ts'
import { makeArtefact } from '../../artefact/testing/makeArtefact.ts'
import {
  addTeam,
  makeArchive,
  makeConsoleFolder,
  publishArchive,
  publishVersion,
  registryInPage,
  type TestTeam,
} from '../../testing/artefacts.ts'
import { closeTestServer, makeTestServer, type TestCaller, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
let team: TestTeam & { id: number }
let folder: Awaited<ReturnType<typeof makeConsoleFolder>>
beforeAll(async () => {
  folder = await makeConsoleFolder([
    { id: 'logs', version: '1.0.0' },
    { id: 'deploy', version: '1.0.0' },
  ])
  server = await makeTestServer({ CONSOLE_DIR: folder.dir })
  team = await addTeam(server, 'Team Logs')
})
afterAll(async () => {
  await closeTestServer(server)
  await folder.remove()
})

let serial = 0
/** A new area with nothing but what the test publishes of it. */
const newArea = () => `area${++serial}`
const publish = (id: string, ...versions: string[]) =>
  versions.reduce(
    (before, version) => before.then(() => publishVersion(server, team, { id, version, page: `page of ${version}` })),
    Promise.resolve(),
  )
const versionFor = async (caller: Pick<TestCaller, 'headers'>, remote: string, cookies = {}) =>
  (await registryInPage(server, caller, cookies)).remotes[remote]?.version
const overview = async (remote: string) =>
  (await server.admin.call(ReleaseList)).list.find((row) => row.remote === remote)
const history = async (remote: string) => (await server.admin.call(ReleaseHistory, { remote, page: 1, rows: 100 })).list
const nobodyIds = { namespaceIds: [], userIds: [] }
const refusal = (words: string | RegExp) => ({
  code: Code.Failed,
  message: typeof words === 'string' ? expect.stringContaining(words) : expect.stringMatching(words),
})

describe('a version', () => {
  it('is taken in with its signature, and given to nobody by that', async () => {
    const remote = newArea()
    const archive = await makeArchive(team, { id: remote, version: '1.0.0' })
    const { data } = await publishArchive(server, server.admin, { remote, version: '1.0.0' }, archive)
    expect(data).toMatchObject({ keyId: team.keyId, bytes: expect.any(Number) })
    expect(await versionFor(server.admin, remote)).toBeUndefined()
    const { list } = await server.admin.call(ReleaseVersionList, { remote })
    expect(list).toMatchObject([
      {
        ...{ version: '1.0.0', source: 'published', channel: 'none', team: 'Team Logs', keyId: team.keyId },
        ...{ publishedBy: 'Administrator', commit: '0123456', bytes: data?.bytes, unfit: '', damage: '', loads: 0 },
      },
    ])
    expect(await history(remote)).toMatchObject([{ kind: 'publish', version: '1.0.0', userName: 'Administrator' }])
  })

  it('never changes: not even the same bytes are taken twice', async () => {
    const remote = newArea()
    const archive = await makeArchive(team, { id: remote, version: '1.0.0' })
    await publishArchive(server, server.admin, { remote, version: '1.0.0' }, archive)
    const again = await publishArchive(server, server.admin, { remote, version: '1.0.0' }, archive)
    expect(again).toMatchObject(refusal('published already'))
  })

  it('is published by exactly one of two who try at once', async () => {
    const remote = newArea()
    const archives = await Promise.all(
      ['one', 'two'].map((page) => makeArchive(team, { id: remote, version: '1.0.0', page })),
    )
    const wanted = { remote, version: '1.0.0' }
    const answers = await Promise.all(archives.map((archive) => publishArchive(server, server.admin, wanted, archive)))
    expect(answers.map(({ code }) => code).toSorted()).toEqual([Code.Ok, Code.Failed])
    expect(answers.find(({ code }) => code !== Code.Ok)?.message).toContain('published already')
    expect((await history(remote)).filter(({ kind }) => kind === 'publish')).toHaveLength(1)
  })

  it('is refused when nobody, somebody unknown or the wrong team has signed it', async () => {
    const remote = newArea()
    const wanted = { remote, version: '1.0.0' }
    const stranger = createKeyPair()
    const strangers = await makeArchive(stranger, { id: remote, version: '1.0.0' })
    expect(await publishArchive(server, server.admin, wanted, strangers)).toMatchObject(refusal('may not sign'))
    const others = await addTeam(server, 'Team Deploy', ['deploy'])
    const foreign = await makeArchive(others, { id: remote, version: '1.0.0' })
    expect(await publishArchive(server, server.admin, wanted, foreign)).toMatchObject(refusal('may not sign'))
  })

  it('is refused without a signature, and with a file that would land somewhere else', async () => {
    const remote = newArea()
    const wanted = { remote, version: '1.0.0' }
    const unsigned = await packArtefact(await makeArtefact({ id: remote, version: '1.0.0' }))
    expect(await publishArchive(server, server.admin, wanted, unsigned)).toMatchObject(refusal('is not signed'))
    const slip = tar.pack()
    slip.entry({ name: `../../../${remote}.js` }, 'alert(1)')
    slip.finalize()
    const answer = await publishArchive(server, server.admin, wanted, gzipSync(await buffer(slip)))
    expect(answer).toMatchObject(refusal('leads out of the artefact'))
  })

  it('is refused at a promotion when its stored archive is not the one that was signed for it', async () => {
    const remote = newArea()
    await publish(remote, '1.0.0', '1.1.0', '1.2.0')
    const swap = async (version: string, archive: Buffer) => {
      const update = server.platform.db.updateTable('remoteVersion').set({ archive }).where('remote', '=', remote)
      await update.where('version', '=', version).execute()
      return server.admin.ask(ReleasePromote, { remote, version })
    }
    const stranger = await makeArchive(createKeyPair(), { id: remote, version: '1.0.0' })
    expect(await swap('1.0.0', stranger)).toMatchObject(refusal('may not sign'))
    for (const version of ['1.2.0', '1.1.0']) {
      const other = await makeArchive(team, { id: remote, version, page: 'other page' })
      expect(await swap('1.1.0', other)).toMatchObject(refusal('is not the one that was published'))
    }
    const same = await makeArchive(team, { id: remote, version: '1.2.0', page: 'page of 1.2.0' })
    expect(await swap('1.2.0', same.subarray(0, -40))).toMatchObject({ code: Code.Failed })
    expect(await versionFor(server.nobody, remote)).toBeUndefined()
  })

  it('is refused when it is not what was announced, or no version at all', async () => {
    const remote = newArea()
    const archive = await makeArchive(team, { id: remote, version: '1.0.0' })
    const other = await publishArchive(server, server.admin, { remote, version: '1.0.1' }, archive)
    expect(other).toMatchObject(refusal(`holds ${remote} 1.0.0`))
    const none = await publishArchive(server, server.admin, { remote, version: 'v1' }, archive)
    expect(none).toMatchObject({ code: Code.Failed, message: expect.stringContaining('version') })
  })

  it.each([
    ['cut off', (archive: Buffer) => archive.subarray(0, archive.length / 2)],
    ['nothing', () => Buffer.alloc(0)],
    ['no archive', () => Buffer.from('PK something else entirely')],
    ['too large', () => Buffer.alloc(17 * 1024 * 1024)],
  ])('is refused when the archive is %s', async (_what, damage) => {
    const remote = newArea()
    const archive = damage(await makeArchive(team, { id: remote, version: '1.0.0' }))
    const answer = await publishArchive(server, server.admin, { remote, version: '1.0.0' }, archive)
    expect(answer).toMatchObject({ code: Code.Failed, data: null })
    expect(answer.message).not.toContain('the log has the reason')
    expect(await overview(remote)).toBeUndefined()
  })

  it('is refused with every reason when the checks find something', async () => {
    const remote = newArea()
    const wishes = {
      id: remote,
      version: '1.0.0',
      contents: { needs: { react: '^20.0.0' } },
      release: { base: 'https://elsewhere.example/' },
    }
    const archive = await makeArchive(team, wishes)
    const answer = await publishArchive(server, server.admin, { remote, version: '1.0.0' }, archive)
    expect(answer).toMatchObject(refusal('react ^20.0.0'))
    expect(answer.message).toContain('REMOTE_ORIGINS')
  })

  it('is refused when it claims a route of another area', async () => {
    const archive = await makeArchive(team, {
      id: newArea(),
      version: '1.0.0',
      release: {
        routes: [{ path: '/deploy/page', title: 'page', icon: 'log', access: [1], request: './Page.tsx', files: [] }],
      },
    })
    const answer = await publishArchive(server, server.admin, { remote: `area${serial}`, version: '1.0.0' }, archive)
    expect(answer).toMatchObject(refusal('taken by the area deploy'))
  })

  it('is compared with another one, also with what came with the console', async () => {
    await publishVersion(server, team, { id: 'deploy', version: '1.1.0', page: 'another page' })
    const diff = await server.admin.call(ReleaseCompare, { remote: 'deploy', from: '1.0.0', to: '1.1.0' })
    expect(diff).toMatchObject({ remote: 'deploy', from: '1.0.0', to: '1.1.0' })
    expect(diff.files.added.length).toBeGreaterThan(0)
    const missing = await server.admin.ask(ReleaseCompare, { remote: 'deploy', from: '1.0.0', to: '7.0.0' })
    expect(missing).toMatchObject(refusal('never published'))
  })

  it('is checked by its publisher before it travels', async () => {
    const context = await server.admin.call(ReleaseContext, { remote: 'logs' })
    expect(context).toMatchObject({ stable: '1.0.0', keyIds: [team.keyId], host: { version: '1.0.0' } })
    expect(context.versions).toContain('1.0.0')
    expect(context.routes).toContainEqual({ remote: 'deploy', path: '/deploy/page' })
    expect(context.routes.map(({ remote }) => remote)).not.toContain('logs')
  })
})

describe('what people get', () => {
  it('is the stable version, from the next load on', async () => {
    const remote = newArea()
    await publish(remote, '1.0.0', '1.1.0')
    await server.admin.call(ReleasePromote, { remote, version: '1.0.0' })
    expect(await versionFor(server.nobody, remote)).toBe('1.0.0')
    await server.admin.call(ReleasePromote, { remote, version: '1.1.0' })
    expect(await versionFor(server.nobody, remote)).toBe('1.1.0')
    expect(await overview(remote)).toMatchObject({ stable: '1.1.0', builtIn: '', versions: 2, canary: null })
    expect(await history(remote)).toMatchObject([
      { kind: 'promote', version: '1.1.0', detail: 'For everybody, instead of 1.0.0.', userName: 'Administrator' },
      { kind: 'promote', version: '1.0.0', detail: 'For everybody.' },
      { kind: 'publish' },
      { kind: 'publish' },
    ])
  })

  it('is what was there before while nothing else is promoted, and nothing twice', async () => {
    const remote = newArea()
    await publish(remote, '1.0.0')
    const missing = await server.admin.ask(ReleasePromote, { remote, version: '2.0.0' })
    expect(missing).toMatchObject(refusal('never published'))
    const unknown = await server.admin.ask(ReleasePromote, { remote: 'nowhere', version: '2.0.0' })
    expect(unknown).toMatchObject(refusal('there is no area nowhere'))
    await server.admin.call(ReleasePromote, { remote, version: '1.0.0' })
    const twice = await server.admin.ask(ReleasePromote, { remote, version: '1.0.0' })
    expect(twice).toMatchObject(refusal('stable already'))
  })

  it('may be what came with the console again, and follows it from then on', async () => {
    await publish('logs', '1.1.0')
    await server.admin.call(ReleasePromote, { remote: 'logs', version: '1.1.0' })
    expect(await versionFor(server.nobody, 'logs')).toBe('1.1.0')
    await server.admin.call(ReleasePromote, { remote: 'logs', version: '1.0.0' })
    expect(await versionFor(server.nobody, 'logs')).toBe('1.0.0')
    const rows = await server.platform.db.selectFrom('remoteChannel').select(['remote', 'channel']).execute()
    const stored = rows.find((row) => row.remote === 'logs')?.channel ?? ''
    expect(JSON.parse(stored)).toMatchObject({ stable: '', stableHistory: ['1.1.0'] })
    const twice = await server.admin.ask(ReleasePromote, { remote: 'logs', version: '1.0.0' })
    expect(twice).toMatchObject(refusal('stable already'))
  })

  it('differs between two namespaces while a canary runs in one of them', async () => {
    const remote = newArea()
    await publish(remote, '1.0.0', '1.1.0')
    await server.admin.call(ReleasePromote, { remote, version: '1.0.0' })
    const namespaceId = await server.makeNamespace()
    const inside = await server.makeUser([], namespaceId)
    const outside = await server.makeUser([])
    const audience = { namespaceIds: [namespaceId], userIds: [], percent: 0 }
    await server.admin.call(ReleaseCanary, { remote, version: '1.1.0', ...audience })
    expect(await versionFor(inside, remote)).toBe('1.1.0')
    expect(await versionFor(inside, remote, { [NAMESPACE_COOKIE]: String(namespaceId) })).toBe('1.1.0')
    expect(await versionFor(outside, remote)).toBe('1.0.0')
    // He is no member there: what his browser says does not help him.
    expect(await versionFor(outside, remote, { [NAMESPACE_COOKIE]: String(namespaceId) })).toBe('1.0.0')
    expect(await versionFor(server.nobody, remote)).toBe('1.0.0')
    // A super manager works where he says he works.
    expect(await versionFor(server.admin, remote, { [NAMESPACE_COOKIE]: String(namespaceId) })).toBe('1.1.0')
    expect(await versionFor(server.admin, remote, { [NAMESPACE_COOKIE]: '1' })).toBe('1.0.0')
    expect(await overview(remote)).toMatchObject({
      stable: '1.0.0',
      canary: { version: '1.1.0', audience, startedBy: 'Administrator' },
    })
    expect((await history(remote))[0]).toMatchObject({
      kind: 'canary',
      detail: `For namespaces ${namespaceId}, instead of 1.0.0.`,
    })
    await server.admin.call(ReleaseEndCanary, { remote })
    expect(await versionFor(inside, remote)).toBe('1.0.0')
  })

  it('differs between people while a canary runs for some of them, who keep it while its share grows', async () => {
    const remote = newArea()
    await publish(remote, '1.0.0', '1.1.0')
    await server.admin.call(ReleasePromote, { remote, version: '1.0.0' })
    const people = await Promise.all(Array.from({ length: 12 }, () => server.makeUser([])))
    const chosen = people[0] as TestCaller
    const having = async () => {
      const versions = await Promise.all(people.map((person) => versionFor(person, remote)))
      return people.filter((_person, at) => versions[at] === '1.1.0').map(({ userId }) => userId)
    }
    const start = (percent: number) =>
      server.admin.call(ReleaseCanary, {
        remote,
        version: '1.1.0',
        namespaceIds: [],
        userIds: [chosen.userId],
        percent,
      })
    await start(0)
    expect(await having()).toEqual([chosen.userId])
    await start(40)
    const some = await having()
    await start(80)
    expect(await having()).toEqual(expect.arrayContaining(some))
    await start(100)
    expect(await having()).toHaveLength(people.length)
  })

  it('is no canary that nobody gets, that is not there, or that names people who are not', async () => {
    const remote = newArea()
    await publish(remote, '1.0.0')
    const ask = (input: object) =>
      server.admin.ask(ReleaseCanary, { remote, version: '1.0.0', ...nobodyIds, percent: 0, ...input })
    expect(await ask({})).toMatchObject(refusal('Nobody would get this canary'))
    expect(await ask({ version: '3.0.0', percent: 5 })).toMatchObject(refusal('never published'))
    expect(await ask({ namespaceIds: [999_999] })).toMatchObject(refusal('no namespace 999999'))
    expect(await ask({ userIds: [999_999] })).toMatchObject(refusal('no user 999999'))
    expect(await server.admin.ask(ReleaseEndCanary, { remote })).toMatchObject(refusal('No canary is running'))
  })

  it('goes back one version, and says so in the registry for those who run what was taken back', async () => {
    const remote = newArea()
    await publish(remote, '1.0.0', '1.1.0')
    expect(await server.admin.ask(ReleaseRollback, { remote })).toMatchObject(refusal('Nothing was stable before'))
    await server.admin.call(ReleasePromote, { remote, version: '1.0.0' })
    await server.admin.call(ReleasePromote, { remote, version: '1.1.0' })
    expect(await server.admin.call(ReleaseRollback, { remote })).toEqual({ version: '1.0.0' })
    expect(await versionFor(server.nobody, remote)).toBe('1.0.0')
    const registry = (await server.app.inject('/registry.json')).json()
    expect(registry.withdrawn).toContain(`${remote}@1.1.0`)
    expect((await history(remote))[0]).toMatchObject({ kind: 'rollback', version: '1.1.0' })
    await server.admin.call(ReleasePromote, { remote, version: '1.1.0' })
    expect((await server.app.inject('/registry.json')).json().withdrawn ?? []).not.toContain(`${remote}@1.1.0`)
    await publish(remote, '1.2.0')
    await server.admin.call(ReleasePromote, { remote, version: '1.2.0' })
    // What came back was replaced in the usual way: nobody needs to leave it.
    expect((await server.app.inject('/registry.json')).json().withdrawn ?? []).not.toContain(`${remote}@1.1.0`)
  })

  it('goes back from a canary first, and to a version by its name', async () => {
    const remote = newArea()
    await publish(remote, '1.0.0', '1.1.0', '1.2.0')
    await server.admin.call(ReleasePromote, { remote, version: '1.0.0' })
    await server.admin.call(ReleasePromote, { remote, version: '1.1.0' })
    await server.admin.call(ReleaseCanary, { remote, version: '1.2.0', ...nobodyIds, percent: 100 })
    expect(await server.admin.call(ReleaseRollback, { remote })).toEqual({ version: '1.1.0' })
    expect(await versionFor(server.admin, remote)).toBe('1.1.0')
    expect(await server.admin.call(ReleaseRollback, { remote, version: '1.0.0' })).toEqual({ version: '1.0.0' })
    const never = await server.admin.ask(ReleaseRollback, { remote, version: '1.2.0' })
    expect(never).toMatchObject(refusal('was never stable'))
  })

  it('is kept by a pin until it is taken away', async () => {
    const remote = newArea()
    await publish(remote, '1.0.0', '1.1.0')
    await server.admin.call(ReleasePin, { remote, isPinned: true, version: '1.0.0' })
    expect(await versionFor(server.nobody, remote)).toBe('1.0.0')
    const kept = await server.admin.ask(ReleasePromote, { remote, version: '1.1.0' })
    expect(kept).toMatchObject(refusal('is pinned'))
    expect(await overview(remote)).toMatchObject({ isPinned: true, stable: '1.0.0' })
    await server.admin.call(ReleasePin, { remote, isPinned: false })
    await server.admin.call(ReleasePromote, { remote, version: '1.1.0' })
    expect((await history(remote)).map(({ kind }) => kind)).toEqual(['promote', 'unpin', 'pin', 'publish', 'publish'])
  })

  it('is nothing of an area that is turned off, with the reason for everybody', async () => {
    const remote = newArea()
    await publish(remote, '1.0.0')
    await server.admin.call(ReleasePromote, { remote, version: '1.0.0' })
    expect(await server.admin.ask(ReleaseSwitch, { remote, isDisabled: true, reason: ' ' })).toMatchObject(
      refusal('Say why'),
    )
    await server.admin.call(ReleaseSwitch, { remote, isDisabled: true, reason: 'It deletes logs' })
    const off = await registryInPage(server, server.nobody)
    expect(off.off?.[remote]).toEqual({ reason: 'operator', message: 'It deletes logs' })
    expect(off.remotes[remote]?.version).toBe('1.0.0')
    expect(await overview(remote)).toMatchObject({ isDisabled: true, disabledReason: 'It deletes logs' })
    await server.admin.call(ReleaseSwitch, { remote, isDisabled: false, reason: '' })
    expect((await registryInPage(server, server.nobody)).off?.[remote]).toBeUndefined()
  })

  it('may be taken back by a rule, which is off until somebody turns it on', async () => {
    const remote = newArea()
    await publish(remote, '1.0.0')
    expect(await overview(remote)).toMatchObject({ rule: { isOn: false } })
    const rule = { isOn: true, failurePercent: 2.5, minLoads: 20 }
    await server.admin.call(ReleaseSetRule, { remote, ...rule })
    expect(await overview(remote)).toMatchObject({ rule })
    expect((await history(remote))[0]).toMatchObject({ kind: 'rule', detail: expect.stringContaining('2.5 %') })
    expect(await server.admin.ask(ReleaseSetRule, { remote, ...rule, failurePercent: 0 })).toMatchObject({
      code: Code.Failed,
    })
  })
})

describe('open pages', () => {
  it('are told what was taken back, and people who look after releases also why', async () => {
    const announce = vi.spyOn(server.platform.hub, 'announce')
    const remote = newArea()
    await publish(remote, '1.0.0', '1.1.0')
    await server.admin.call(ReleasePromote, { remote, version: '1.0.0' })
    await server.admin.call(ReleasePromote, { remote, version: '1.1.0' })
    expect(announce).not.toHaveBeenCalled()
    await server.admin.call(ReleaseRollback, { remote })
    await server.admin.call(ReleaseSwitch, { remote, isDisabled: true, reason: 'It deletes logs' })
    const told = announce.mock.calls.map(([{ frame, fuller }]) => [frame.message, fuller?.frame.message])
    const rolledBack = { remote, version: '1.1.0', instead: '1.0.0', isAutomatic: false }
    const turnedOff = { remote, version: '1.0.0', instead: '', isAutomatic: false }
    expect(told).toEqual([
      [
        { ...rolledBack, reason: '' },
        { ...rolledBack, reason: 'Taken back: everybody gets 1.0.0.' },
      ],
      [
        { ...turnedOff, reason: '' },
        { ...turnedOff, reason: 'It deletes logs' },
      ],
    ])
    announce.mockRestore()
  })
})

describe('two operators at once', () => {
  it('do not overwrite each other', async () => {
    const remote = newArea()
    const versions = ['1.0.0', '1.1.0', '1.2.0', '1.3.0']
    await publish(remote, ...versions)
    const rule = { isOn: true, failurePercent: 7, minLoads: 5 }
    await Promise.all([
      ...versions.map((version) => server.admin.ask(ReleasePromote, { remote, version })),
      server.admin.ask(ReleaseSetRule, { remote, ...rule }),
      server.admin.ask(ReleaseSwitch, { remote, isDisabled: true, reason: 'Later' }),
    ])
    const promoted = (await history(remote)).filter(({ kind }) => kind === 'promote')
    expect(promoted).toHaveLength(versions.length)
    expect(await overview(remote)).toMatchObject({ rule, isDisabled: true, stable: promoted[0]?.version })
  })
})

describe('a key', () => {
  it('is listed with its team and its areas, and known once', async () => {
    const { publicKey, keyId } = createKeyPair()
    const { id } = await server.admin.call(ReleaseKeyAdd, { team: ' Team Six ', publicKey, remotes: ['logs', 'logs'] })
    const { list } = await server.admin.call(ReleaseKeyList)
    expect(list.find((key) => key.id === id)).toMatchObject({
      ...{ team: 'Team Six', keyId, remotes: ['logs'], isRevoked: false, addedBy: 'Administrator' },
    })
    const again = await server.admin.ask(ReleaseKeyAdd, { team: 'Others', publicKey, remotes: [] })
    expect(again).toMatchObject(refusal('known already'))
  })

  it('is the public half of an Ed25519 pair and nothing else', async () => {
    const { privateKey } = createKeyPair()
    const leaked = await server.admin.ask(ReleaseKeyAdd, { team: 'Leak', publicKey: privateKey, remotes: [] })
    expect(leaked).toMatchObject(refusal('private key'))
    const none = await server.admin.ask(ReleaseKeyAdd, { team: 'None', publicKey: 'ssh-ed25519 AAAA', remotes: [] })
    expect(none).toMatchObject(refusal('SSH key'))
  })

  it('that is revoked lets nothing be promoted, but leaves what is out', async () => {
    const remote = newArea()
    const leaving = await addTeam(server, 'Team Leaving')
    for (const version of ['1.0.0', '1.1.0']) await publishVersion(server, leaving, { id: remote, version })
    await server.admin.call(ReleasePromote, { remote, version: '1.0.0' })
    await server.admin.call(ReleaseKeyRevoke, { id: leaving.id })
    expect(await versionFor(server.nobody, remote)).toBe('1.0.0')
    const promoted = await server.admin.ask(ReleasePromote, { remote, version: '1.1.0' })
    expect(promoted).toMatchObject(refusal('may not sign'))
    const canary = { remote, version: '1.1.0', ...nobodyIds, percent: 10 }
    expect(await server.admin.ask(ReleaseCanary, canary)).toMatchObject(refusal('may not sign'))
    const archive = await makeArchive(leaving, { id: remote, version: '1.2.0' })
    const more = await publishArchive(server, server.admin, { remote, version: '1.2.0' }, archive)
    expect(more).toMatchObject(refusal('may not sign'))
    expect(await server.admin.ask(ReleaseKeyRevoke, { id: 999_999 })).toMatchObject(refusal('does not exist'))
  })
})

describe('the history', () => {
  it('is answered in pages, of one area or of all', async () => {
    const remote = newArea()
    await publish(remote, '1.0.0', '1.1.0', '1.2.0')
    const { list, pagination } = await server.admin.call(ReleaseHistory, { remote, page: 2, rows: 2 })
    expect(list).toMatchObject([{ version: '1.0.0', remote }])
    expect(pagination).toEqual({ page: 2, rows: 2, total: 3 })
    const all = await server.admin.call(ReleaseHistory, { page: 1, rows: 1 })
    expect(all.pagination.total).toBeGreaterThan(3)
  })
})

describe('somebody without the permission', () => {
  it('who may publish gives nothing of it to anybody', async () => {
    const id = newArea()
    const publisher = await server.makeUser([Permission.PublishRelease])
    const archive = await makeArchive(team, { id, version: '1.0.0' })
    const of = { remote: id, version: '1.0.0' }
    expect(await publishArchive(server, publisher, of, archive)).toMatchObject({ code: Code.Ok })
    const refused = [
      publisher.ask(ReleasePromote, of),
      publisher.ask(ReleaseCanary, { ...of, namespaceIds: [], userIds: [publisher.userId], percent: 0 }),
      publisher.ask(ReleasePin, { ...of, isPinned: true }),
      publisher.ask(ReleaseRollback, of),
      publisher.ask(ReleaseSwitch, { remote: id, isDisabled: true, reason: '' }),
      publisher.ask(ReleaseKeyAdd, { team: 'mine', publicKey: createKeyPair().publicKey, remotes: [] }),
    ]
    for (const answer of await Promise.all(refused)) expect(answer).toMatchObject({ code: Code.Denied })
    expect(await versionFor(publisher, id)).toBeUndefined()
  })

  it('sees who released what, and changes nothing', async () => {
    const reader = await server.makeUser([Permission.ShowReleasePage])
    expect((await reader.call(ReleaseList)).list.length).toBeGreaterThan(0)
    expect(await reader.ask(ReleasePromote, { remote: 'logs', version: '1.0.0' })).toMatchObject({ code: Code.Denied })
    const archive = await makeArchive(team, { id: 'logs', version: '9.0.0' })
    const answer = await publishArchive(server, reader, { remote: 'logs', version: '9.0.0' }, archive)
    expect(answer).toMatchObject({ code: Code.Denied })
  })
})
