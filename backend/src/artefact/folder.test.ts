import { copyFile, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeArtefact } from './artefactFolder.ts'
import {
  addKeyIn,
  compareIn,
  contextIn,
  historyIn,
  keysIn,
  listIn,
  pinIn,
  promoteIn,
  publishInto,
  refuseInFolder,
  revokeKeyIn,
  rollbackIn,
  switchOffIn,
  switchOnIn,
  unpinIn,
  versionsIn,
} from './folder.ts'
import { createKeyPair } from './signature.ts'
import { makeArtefact } from './testing/makeArtefact.ts'
import { AUTHOR, makeReleaseFolder, makeSigned, TEAM, type TestFolder } from './testing/makeReleaseFolder.ts'

let folder: TestFolder

beforeEach(async () => {
  folder = await makeReleaseFolder()
})

afterEach(() => folder.remove())

describe('releasing into a folder', () => {
  it('publishes, promotes and rolls back, and the page says so', async () => {
    await folder.publish('1.0.0')
    expect(await folder.out()).toEqual({ logs: '0.1.0-dev-a' })
    await promoteIn(folder.dir, 'logs', '1.0.0', AUTHOR)
    await folder.publish('1.1.0')
    await promoteIn(folder.dir, 'logs', '1.1.0', AUTHOR)
    expect(await folder.out()).toEqual({ logs: '1.1.0' })
    expect((await folder.registry()).previous?.logs?.version).toBe('1.0.0')
    const page = await readFile(path.join(folder.dir, 'index.html'), 'utf8')
    expect(page).toMatch(
      /^<p>\$& <script type="application\/json" id="registry">\{"remotes":\{"logs":\{"id":"logs","version":"1\.1\.0"/,
    )
    expect(page).not.toContain('"previous"')
    expect(await rollbackIn(folder.dir, 'logs', undefined, AUTHOR)).toEqual({ version: '1.0.0' })
    expect(await folder.out()).toEqual({ logs: '1.0.0' })
    expect((await folder.registry()).withdrawn).toEqual(['logs@1.1.0'])
    expect(await rollbackIn(folder.dir, 'logs', undefined, AUTHOR)).toEqual({ version: '0.1.0-dev-a' })
    expect(await folder.out()).toEqual({ logs: '0.1.0-dev-a' })
    await expect(rollbackIn(folder.dir, 'logs', undefined, AUTHOR)).rejects.toThrow(/Nothing was stable before/)
    expect((await historyIn(folder.dir, 'logs')).map(({ kind, version }) => `${kind} ${version}`)).toEqual([
      'rollback 1.0.0',
      'rollback 1.1.0',
      'promote 1.1.0',
      'publish 1.1.0',
      'promote 1.0.0',
      'publish 1.0.0',
    ])
  })

  it('no longer calls withdrawn what is out again', async () => {
    await folder.publish('1.0.0')
    await promoteIn(folder.dir, 'logs', '1.0.0', AUTHOR)
    await rollbackIn(folder.dir, 'logs', '0.1.0-dev-a', AUTHOR)
    expect((await folder.registry()).withdrawn).toEqual(['logs@1.0.0'])
    await promoteIn(folder.dir, 'logs', '1.0.0', AUTHOR)
    expect((await folder.registry()).withdrawn).toEqual([])
  })

  it('copes with an area called like something every object has', async () => {
    await addKeyIn(folder.dir, { ...createKeyPair(), team: 'other', remotes: [] }, AUTHOR)
    await revokeKeyIn(folder.dir, TEAM.keyId, AUTHOR)
    await addKeyIn(folder.dir, { team: 'logs-team', publicKey: TEAM.publicKey, remotes: [] }, AUTHOR)
    await folder.publish('1.0.0', { id: 'constructor' })
    await promoteIn(folder.dir, 'constructor', '1.0.0', AUTHOR)
    expect(await folder.out()).toEqual({ constructor: '1.0.0', logs: '0.1.0-dev-a' })
    expect(await rollbackIn(folder.dir, 'constructor', undefined, AUTHOR)).toEqual({ version: '' })
    expect((await listIn(folder.dir)).problems).toEqual([])
  })

  it('adds an area the console was built without', async () => {
    await folder.publish('1.0.0', { id: 'hello' })
    expect(await folder.out()).toEqual({ logs: '0.1.0-dev-a' })
    await promoteIn(folder.dir, 'hello', '1.0.0', AUTHOR)
    expect(await folder.out()).toEqual({ hello: '1.0.0', logs: '0.1.0-dev-a' })
    expect(await rollbackIn(folder.dir, 'hello', undefined, AUTHOR)).toEqual({ version: '' })
    expect(await folder.out()).toEqual({ logs: '0.1.0-dev-a' })
  })

  it('pins and unpins', async () => {
    await folder.publish('1.0.0')
    await folder.publish('1.1.0')
    await pinIn(folder.dir, 'logs', '1.0.0', AUTHOR)
    await expect(promoteIn(folder.dir, 'logs', '1.1.0', AUTHOR)).rejects.toThrow(/1\.0\.0 is pinned: unpin it/)
    await unpinIn(folder.dir, 'logs', AUTHOR)
    await promoteIn(folder.dir, 'logs', '1.1.0', AUTHOR)
    expect(await folder.out()).toEqual({ logs: '1.1.0' })
  })

  it('turns an area off and on', async () => {
    await switchOffIn(folder.dir, 'logs', 'wrong numbers', AUTHOR)
    expect((await folder.registry()).off).toEqual({ logs: { reason: 'operator', message: 'wrong numbers' } })
    await switchOnIn(folder.dir, 'logs', AUTHOR)
    expect((await folder.registry()).off).toEqual({})
  })

  it('says what is there', async () => {
    await folder.publish('1.0.0')
    await promoteIn(folder.dir, 'logs', '1.0.0', AUTHOR)
    const { list, problems, host } = await listIn(folder.dir)
    expect(problems).toEqual([])
    expect(host).toMatchObject({ version: '1.0.0', kit: '1.0.0' })
    expect(list).toMatchObject([{ remote: 'logs', stable: '1.0.0', builtIn: '0.1.0-dev-a', versions: 2, unfit: '' }])
    expect(await versionsIn(folder.dir, 'logs')).toMatchObject([
      { version: '1.0.0', source: 'published', channel: 'stable', team: 'logs-team', publishedBy: 'ann', damage: '' },
      { version: '0.1.0-dev-a', source: 'built-in', channel: 'none', team: '', publishedBy: '', publishTime: '' },
    ])
    expect(await compareIn(folder.dir, 'logs', '0.1.0-dev-a', '1.0.0')).toMatchObject({ remote: 'logs', to: '1.0.0' })
    expect(await contextIn(folder.dir, 'hello')).toMatchObject({
      routes: [{ remote: 'logs', path: '/logs/page' }],
      versions: [],
      stable: '',
      keyIds: [TEAM.keyId],
    })
  })

  it('cannot give something to some people only', () => {
    expect(() => refuseInFolder('canary')).toThrow(/needs a running console: from a folder everybody gets the same/)
    expect(() => refuseInFolder('preview')).toThrow(/A preview for one user needs a running console/)
  })
})

describe('a folder refuses', () => {
  it('what is not signed, or by somebody it does not trust', async () => {
    await expect(publishInto(folder.dir, await makeArtefact(), AUTHOR)).rejects.toThrow(/not signed/)
    const stranger = createKeyPair()
    await expect(folder.publish('1.0.0', { privateKey: stranger.privateKey })).rejects.toThrow(/may not sign this area/)
    await expect(folder.publish('1.0.0', { id: 'deploy' })).rejects.toThrow(/may not sign this area/)
  })

  it('what a key signed that was revoked, but goes back to it', async () => {
    await folder.publish('1.0.0')
    await folder.publish('1.1.0')
    await promoteIn(folder.dir, 'logs', '1.0.0', AUTHOR)
    await promoteIn(folder.dir, 'logs', '1.1.0', AUTHOR)
    await revokeKeyIn(folder.dir, TEAM.keyId, AUTHOR)
    await expect(folder.publish('1.2.0')).rejects.toThrow(/The key of logs-team that signed this was revoked/)
    expect(await folder.out()).toEqual({ logs: '1.1.0' })
    expect(await rollbackIn(folder.dir, 'logs', undefined, AUTHOR)).toEqual({ version: '1.0.0' })
    await expect(promoteIn(folder.dir, 'logs', '1.1.0', AUTHOR)).rejects.toThrow(/was revoked/)
    await expect(revokeKeyIn(folder.dir, TEAM.keyId, AUTHOR)).rejects.toThrow(/nothing to revoke/)
    await addKeyIn(folder.dir, { team: 'logs-team', publicKey: TEAM.publicKey, remotes: [] }, AUTHOR)
    expect(await keysIn(folder.dir)).toHaveLength(1)
    await promoteIn(folder.dir, 'logs', '1.1.0', AUTHOR)
  })

  it('a key that it trusts already', async () => {
    await expect(addKeyIn(folder.dir, { team: 'x', publicKey: TEAM.publicKey, remotes: [] }, AUTHOR)).rejects.toThrow(
      /trusted already, as that of logs-team/,
    )
  })

  it('what the checks find, all of it at once', async () => {
    await folder.publish('1.0.0')
    await expect(folder.publish('1.0.0', { contents: { needs: { react: '^20.0.0' } } })).rejects.toThrow(
      /published already.*\n.*needs react \^20\.0\.0, this console has 19\.3\.1/s,
    )
    await expect(
      folder.publish('1.0.0', { id: 'hello', release: { base: 'https://cdn.example.org/hello/' } }),
    ).rejects.toThrow(/REMOTE_ORIGINS/)
  })

  it('versions and areas that are not there', async () => {
    await expect(promoteIn(folder.dir, 'logs', '9.0.0', AUTHOR)).rejects.toThrow(
      /There is no version 9\.0\.0 .*: publish it first/,
    )
    await expect(promoteIn(folder.dir, 'nothing', '1.0.0', AUTHOR)).rejects.toThrow(/There is no area "nothing"/)
    await expect(promoteIn(folder.dir, 'logs', '../../x', AUTHOR)).rejects.toThrow(/is not a version/)
  })

  it('what lies there without having been published', async () => {
    await writeArtefact(await makeSigned({ version: '1.0.0' }), path.join(folder.dir, 'remotes/logs'))
    await expect(promoteIn(folder.dir, 'logs', '1.0.0', AUTHOR)).rejects.toThrow(/was never published here/)
  })

  it('a version whose files were changed since', async () => {
    await folder.publish('1.0.0')
    await folder.put('remotes/logs/1.0.0/remoteEntry.js', 'alert(1)')
    await expect(promoteIn(folder.dir, 'logs', '1.0.0', AUTHOR)).rejects.toThrow(
      /remoteEntry\.js has 8 bytes instead of/,
    )
  })

  it('to be a folder of something else, and writes nothing there', async () => {
    const empty = await mkdtemp(path.join(tmpdir(), 'windlass-empty-'))
    await expect(promoteIn(empty, 'logs', '1.0.0', AUTHOR)).rejects.toThrow(/holds no console .*pnpm build/)
    expect(await readdir(empty)).toEqual([])
    await rm(empty, { recursive: true })
  })
})

describe('two who release at once', () => {
  it('do not lose each other', async () => {
    await Promise.all(Array.from({ length: 8 }, (_value, at) => folder.publish(`1.${at}.0`)))
    expect(await versionsIn(folder.dir, 'logs')).toHaveLength(9)
    expect((await historyIn(folder.dir)).filter(({ kind }) => kind === 'publish')).toHaveLength(8)
    await Promise.all([promoteIn(folder.dir, 'logs', '1.1.0', AUTHOR), switchOffIn(folder.dir, 'logs', 'busy', AUTHOR)])
    expect(await folder.json('channels.json')).toMatchObject({
      channels: { logs: { stable: '1.1.0', isDisabled: true } },
    })
    expect((await readdir(folder.dir)).filter((name) => name.startsWith('.'))).toEqual([])
  })

  it('of the same version, the second is refused', async () => {
    const outcomes = await Promise.allSettled([
      folder.publish('1.0.0'),
      folder.publish('1.0.0', { page: 'export default "other"' }),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await versionsIn(folder.dir, 'logs')).toMatchObject([{ version: '1.0.0', damage: '' }, {}])
  })

  it('read a whole registry at any time', async () => {
    await folder.publish('1.0.0')
    const seen = new Set<string>()
    const look = async (_value: unknown, at: number) => {
      await sleep(at * 3)
      seen.add((await folder.out()).logs ?? '')
    }
    await Promise.all([promoteIn(folder.dir, 'logs', '1.0.0', AUTHOR), ...Array.from({ length: 40 }, look)])
    expect([...seen].filter((version) => !['0.1.0-dev-a', '1.0.0'].includes(version))).toEqual([])
  })
})

it('changes nothing when the page is missing', async () => {
  await copyFile(path.join(folder.dir, 'registry.json'), path.join(folder.dir, 'kept.json'))
  await rename(path.join(folder.dir, 'page.json'), path.join(folder.dir, 'gone.json'))
  await expect(folder.publish('1.0.0')).rejects.toThrow(/has no page\.json/)
  expect(await folder.json('registry.json')).toEqual(await folder.json('kept.json'))
  expect(await versionsIn(folder.dir, 'logs')).toHaveLength(1)
  await rename(path.join(folder.dir, 'gone.json'), path.join(folder.dir, 'page.json'))
  // As after a crash between the files and the channels: the version is there, but nobody published it.
  await writeArtefact(await makeSigned({ version: '1.0.0' }), path.join(folder.dir, 'remotes/logs'))
  await publishInto(folder.dir, await makeSigned({ version: '1.0.0' }), AUTHOR)
  await promoteIn(folder.dir, 'logs', '1.0.0', AUTHOR)
})
