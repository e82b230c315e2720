import { copyFile, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Artefact } from './artefact.ts'
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
  readFolder,
  rebuildFolder,
  refuseInFolder,
  revokeKeyIn,
  rollbackIn,
  switchOffIn,
  switchOnIn,
  unpinIn,
  versionsIn,
} from './folder.ts'
import { parseRegistry, sealRegistry } from './registryFile.ts'
import { createKeyPair } from './signature.ts'
import { type ArtefactWishes, HOST, makeArtefact } from './testing/makeArtefact.ts'

const AUTHOR = { name: 'ann' }
const TEAM = createKeyPair()

let dir: string

const json = async (name: string) => JSON.parse(await readFile(path.join(dir, name), 'utf8')) as Record<string, unknown>
const put = (name: string, content: unknown) =>
  writeFile(path.join(dir, name), typeof content === 'string' ? content : JSON.stringify(content))
const registry = async () => parseRegistry(await readFile(path.join(dir, 'registry.json'), 'utf8'))
const out = async () => {
  const { remotes } = await registry()
  return Object.fromEntries(Object.values(remotes).map(({ id, version }) => [id, version]))
}

const signed = (wishes: ArtefactWishes = {}): Promise<Artefact> =>
  makeArtefact({ privateKey: TEAM.privateKey, ...wishes })
const publish = async (version: string, wishes: ArtefactWishes = {}) =>
  publishInto(dir, await signed({ version, page: `export default 'page of ${version}'`, ...wishes }), AUTHOR)

/** What a build of the console leaves, with one area in it. */
async function buildConsole(version: string, page = 'export default 1'): Promise<void> {
  const { release, ...rest } = await makeArtefact({ version, page })
  await writeArtefact({ release, ...rest }, path.join(dir, 'remotes/logs'))
  await put('host.json', HOST)
  await put('page.json', { html: '<p>$& <!--registry--></p>', contentSecurityPolicy: "default-src 'none'" })
  await put('registry.json', sealRegistry({ remotes: { logs: release } }))
}

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'windlass-folder-'))
  await buildConsole('0.1.0-dev-a')
  await addKeyIn(dir, { team: 'logs-team', publicKey: TEAM.publicKey, remotes: ['logs', 'hello'] }, AUTHOR)
})

afterEach(() => rm(dir, { recursive: true, force: true }))

describe('releasing into a folder', () => {
  it('publishes, promotes and rolls back, and the page says so', async () => {
    await publish('1.0.0')
    expect(await out()).toEqual({ logs: '0.1.0-dev-a' })
    await promoteIn(dir, 'logs', '1.0.0', AUTHOR)
    await publish('1.1.0')
    await promoteIn(dir, 'logs', '1.1.0', AUTHOR)
    expect(await out()).toEqual({ logs: '1.1.0' })
    expect((await registry()).previous?.logs?.version).toBe('1.0.0')
    const page = await readFile(path.join(dir, 'index.html'), 'utf8')
    expect(page).toMatch(
      /^<p>\$& <script type="application\/json" id="registry">\{"remotes":\{"logs":\{"id":"logs","version":"1\.1\.0"/,
    )
    expect(page).not.toContain('"previous"')
    expect(await rollbackIn(dir, 'logs', undefined, AUTHOR)).toEqual({ version: '1.0.0' })
    expect(await out()).toEqual({ logs: '1.0.0' })
    expect((await registry()).withdrawn).toEqual(['logs@1.1.0'])
    expect(await rollbackIn(dir, 'logs', undefined, AUTHOR)).toEqual({ version: '0.1.0-dev-a' })
    expect(await out()).toEqual({ logs: '0.1.0-dev-a' })
    await expect(rollbackIn(dir, 'logs', undefined, AUTHOR)).rejects.toThrow(/Nothing was stable before/)
    expect((await historyIn(dir, 'logs')).map(({ kind, version }) => `${kind} ${version}`)).toEqual([
      'rollback 1.0.0',
      'rollback 1.1.0',
      'promote 1.1.0',
      'publish 1.1.0',
      'promote 1.0.0',
      'publish 1.0.0',
    ])
  })

  it('no longer calls withdrawn what is out again', async () => {
    await publish('1.0.0')
    await promoteIn(dir, 'logs', '1.0.0', AUTHOR)
    await rollbackIn(dir, 'logs', '0.1.0-dev-a', AUTHOR)
    expect((await registry()).withdrawn).toEqual(['logs@1.0.0'])
    await promoteIn(dir, 'logs', '1.0.0', AUTHOR)
    expect((await registry()).withdrawn).toEqual([])
  })

  it('adds an area the console was built without', async () => {
    await publish('1.0.0', { id: 'hello' })
    expect(await out()).toEqual({ logs: '0.1.0-dev-a' })
    await promoteIn(dir, 'hello', '1.0.0', AUTHOR)
    expect(await out()).toEqual({ hello: '1.0.0', logs: '0.1.0-dev-a' })
    expect(await rollbackIn(dir, 'hello', undefined, AUTHOR)).toEqual({ version: '' })
    expect(await out()).toEqual({ logs: '0.1.0-dev-a' })
  })

  it('pins and unpins', async () => {
    await publish('1.0.0')
    await publish('1.1.0')
    await pinIn(dir, 'logs', '1.0.0', AUTHOR)
    await expect(promoteIn(dir, 'logs', '1.1.0', AUTHOR)).rejects.toThrow(/1\.0\.0 is pinned: unpin it/)
    await unpinIn(dir, 'logs', AUTHOR)
    await promoteIn(dir, 'logs', '1.1.0', AUTHOR)
    expect(await out()).toEqual({ logs: '1.1.0' })
  })

  it('turns an area off and on', async () => {
    await switchOffIn(dir, 'logs', 'wrong numbers', AUTHOR)
    expect((await registry()).off).toEqual({ logs: { reason: 'operator', message: 'wrong numbers' } })
    await switchOnIn(dir, 'logs', AUTHOR)
    expect((await registry()).off).toEqual({})
  })

  it('says what is there', async () => {
    await publish('1.0.0')
    await promoteIn(dir, 'logs', '1.0.0', AUTHOR)
    const { list, problems, host } = await listIn(dir)
    expect(problems).toEqual([])
    expect(host).toMatchObject({ version: '1.0.0', kit: '1.0.0' })
    expect(list).toMatchObject([{ remote: 'logs', stable: '1.0.0', builtIn: '0.1.0-dev-a', versions: 2, unfit: '' }])
    expect(await versionsIn(dir, 'logs')).toMatchObject([
      { version: '1.0.0', source: 'published', channel: 'stable', team: 'logs-team', publishedBy: 'ann', damage: '' },
      { version: '0.1.0-dev-a', source: 'built-in', channel: 'none', team: '', publishedBy: '', publishTime: '' },
    ])
    expect(await compareIn(dir, 'logs', '0.1.0-dev-a', '1.0.0')).toMatchObject({ remote: 'logs', to: '1.0.0' })
    expect(await contextIn(dir, 'hello')).toMatchObject({
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
    await expect(publishInto(dir, await makeArtefact(), AUTHOR)).rejects.toThrow(/not signed/)
    const stranger = createKeyPair()
    await expect(publish('1.0.0', { privateKey: stranger.privateKey })).rejects.toThrow(/may not sign this area/)
    await expect(publish('1.0.0', { id: 'deploy' })).rejects.toThrow(/may not sign this area/)
  })

  it('what a key signed that was revoked, but goes back to it', async () => {
    await publish('1.0.0')
    await publish('1.1.0')
    await promoteIn(dir, 'logs', '1.0.0', AUTHOR)
    await promoteIn(dir, 'logs', '1.1.0', AUTHOR)
    await revokeKeyIn(dir, TEAM.keyId, AUTHOR)
    await expect(publish('1.2.0')).rejects.toThrow(/The key of logs-team that signed this was revoked/)
    expect(await out()).toEqual({ logs: '1.1.0' })
    expect(await rollbackIn(dir, 'logs', undefined, AUTHOR)).toEqual({ version: '1.0.0' })
    await expect(promoteIn(dir, 'logs', '1.1.0', AUTHOR)).rejects.toThrow(/was revoked/)
    await expect(revokeKeyIn(dir, TEAM.keyId, AUTHOR)).rejects.toThrow(/nothing to revoke/)
    await addKeyIn(dir, { team: 'logs-team', publicKey: TEAM.publicKey, remotes: [] }, AUTHOR)
    expect(await keysIn(dir)).toHaveLength(1)
    await promoteIn(dir, 'logs', '1.1.0', AUTHOR)
  })

  it('a key that it trusts already', async () => {
    await expect(addKeyIn(dir, { team: 'x', publicKey: TEAM.publicKey, remotes: [] }, AUTHOR)).rejects.toThrow(
      /trusted already, as that of logs-team/,
    )
  })

  it('what the checks find, all of it at once', async () => {
    await publish('1.0.0')
    await expect(publish('1.0.0', { contents: { needs: { react: '^20.0.0' } } })).rejects.toThrow(
      /published already.*\n.*needs react \^20\.0\.0, this console has 19\.3\.1/s,
    )
    await expect(
      publish('1.0.0', { id: 'hello', release: { base: 'https://cdn.example.org/hello/' } }),
    ).rejects.toThrow(/REMOTE_ORIGINS/)
  })

  it('versions and areas that are not there', async () => {
    await expect(promoteIn(dir, 'logs', '9.0.0', AUTHOR)).rejects.toThrow(
      /There is no version 9\.0\.0 .*: publish it first/,
    )
    await expect(promoteIn(dir, 'nothing', '1.0.0', AUTHOR)).rejects.toThrow(/There is no area "nothing"/)
    await expect(promoteIn(dir, 'logs', '../../x', AUTHOR)).rejects.toThrow(/is not a version/)
  })

  it('what lies there without having been published', async () => {
    await writeArtefact(await signed({ version: '1.0.0' }), path.join(dir, 'remotes/logs'))
    await expect(promoteIn(dir, 'logs', '1.0.0', AUTHOR)).rejects.toThrow(/was never published here/)
  })

  it('a version whose files were changed since', async () => {
    await publish('1.0.0')
    await put('remotes/logs/1.0.0/remoteEntry.js', 'alert(1)')
    await expect(promoteIn(dir, 'logs', '1.0.0', AUTHOR)).rejects.toThrow(/remoteEntry\.js has 8 bytes instead of/)
  })

  it('to be a folder of something else, and writes nothing there', async () => {
    const empty = await mkdtemp(path.join(tmpdir(), 'windlass-empty-'))
    await expect(promoteIn(empty, 'logs', '1.0.0', AUTHOR)).rejects.toThrow(/holds no console .*pnpm build/)
    expect(await readdir(empty)).toEqual([])
    await rm(empty, { recursive: true })
  })
})

describe('a folder that was edited by hand', () => {
  const edit = async (name: string, from: string, to: string) => {
    const text = await readFile(path.join(dir, name), 'utf8')
    expect(text).toContain(from)
    await put(name, text.replace(from, to))
  }

  beforeEach(async () => {
    await publish('1.0.0')
    await publish('1.1.0')
    await promoteIn(dir, 'logs', '1.0.0', AUTHOR)
  })

  it('is left alone, and the refusal names the way out', async () => {
    await edit('registry.json', 'remotes/logs/', 'https://evil.example/')
    const before = await readFile(path.join(dir, 'registry.json'), 'utf8')
    await expect(promoteIn(dir, 'logs', '1.1.0', AUTHOR)).rejects.toThrow(
      /registry\.json was changed by hand.*pnpm release rebuild/s,
    )
    await expect(readFolder(dir)).rejects.toThrow(/changed by hand/)
    expect(await readFile(path.join(dir, 'registry.json'), 'utf8')).toBe(before)
  })

  it('is written anew when told to, without what the hand wrote', async () => {
    await edit('registry.json', 'remotes/logs/', 'https://evil.example/')
    await rebuildFolder(dir, AUTHOR)
    expect((await registry()).remotes.logs).toMatchObject({ version: '1.0.0', base: 'remotes/logs/' })
    await promoteIn(dir, 'logs', '1.1.0', AUTHOR)
    expect(await rollbackIn(dir, 'logs', undefined, AUTHOR)).toEqual({ version: '1.0.0' })
  })

  it('is refused for edited channels too, and rebuilt from what is out', async () => {
    await edit('channels.json', '"stable":"1.0.0"', '"stable":"1.1.0"')
    await expect(listIn(dir)).rejects.toThrow(/channels\.json .* was changed by hand/)
    await rebuildFolder(dir, AUTHOR)
    expect(await out()).toEqual({ logs: '1.0.0' })
  })

  it('is rebuilt when both are gone or nonsense', async () => {
    await put('registry.json', '{"remotes":')
    await put('channels.json', 'x')
    await expect(promoteIn(dir, 'logs', '1.1.0', AUTHOR)).rejects.toThrow(/not JSON/)
    await rebuildFolder(dir, AUTHOR)
    // Nobody knows any more what was promoted, so everybody gets what came with the console.
    expect(await out()).toEqual({ logs: '0.1.0-dev-a' })
    await promoteIn(dir, 'logs', '1.1.0', AUTHOR)
  })

  it('gives an earlier version while the files of the one that is out are damaged', async () => {
    await promoteIn(dir, 'logs', '1.1.0', AUTHOR)
    await put('remotes/logs/1.1.0/remoteEntry.js', 'alert(1)')
    await rebuildFolder(dir, AUTHOR)
    expect(await out()).toEqual({ logs: '1.0.0' })
    expect((await listIn(dir)).problems).toEqual([
      expect.stringMatching(/^logs 1\.1\.0 is out but cannot be used\. .*8 bytes.* 1\.0\.0 stands in for it\.$/),
    ])
  })
})

describe('a new build of the console in a folder that was released into', () => {
  it('brings its own versions, and keeps what was promoted', async () => {
    await publish('1.0.0')
    await promoteIn(dir, 'logs', '1.0.0', AUTHOR)
    await buildConsole('0.1.0-dev-b', 'export default 2')
    await rebuildFolder(dir, AUTHOR)
    expect(await out()).toEqual({ logs: '1.0.0' })
    expect(await rollbackIn(dir, 'logs', undefined, AUTHOR)).toEqual({ version: '0.1.0-dev-b' })
  })

  it('turns off what it can no longer run', async () => {
    await publish('1.0.0', { id: 'hello' })
    await promoteIn(dir, 'hello', '1.0.0', AUTHOR)
    await put('host.json', { ...HOST, provides: { ...HOST.provides, '@windlass/shared-kit': '2.0.0' } })
    await rebuildFolder(dir, AUTHOR)
    expect((await registry()).off?.hello).toEqual({
      reason: 'unfit',
      message: 'It needs @windlass/shared-kit ^1.0.0, this console has 2.0.0.',
    })
  })
})

describe('two who release at once', () => {
  it('do not lose each other', async () => {
    await Promise.all(Array.from({ length: 8 }, (_value, at) => publish(`1.${at}.0`)))
    expect(await versionsIn(dir, 'logs')).toHaveLength(9)
    expect((await historyIn(dir)).filter(({ kind }) => kind === 'publish')).toHaveLength(8)
    await Promise.all([promoteIn(dir, 'logs', '1.1.0', AUTHOR), switchOffIn(dir, 'logs', 'busy', AUTHOR)])
    expect(await json('channels.json')).toMatchObject({ channels: { logs: { stable: '1.1.0', isDisabled: true } } })
    expect((await readdir(dir)).filter((name) => name.startsWith('.'))).toEqual([])
  })

  it('of the same version, the second is refused', async () => {
    const outcomes = await Promise.allSettled([publish('1.0.0'), publish('1.0.0', { page: 'export default "other"' })])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await versionsIn(dir, 'logs')).toMatchObject([{ version: '1.0.0', damage: '' }, {}])
  })

  it('read a whole registry at any time', async () => {
    await publish('1.0.0')
    const seen = new Set<string>()
    const look = async (_value: unknown, at: number) => {
      await sleep(at * 3)
      seen.add((await out()).logs ?? '')
    }
    await Promise.all([promoteIn(dir, 'logs', '1.0.0', AUTHOR), ...Array.from({ length: 40 }, look)])
    expect([...seen].filter((version) => !['0.1.0-dev-a', '1.0.0'].includes(version))).toEqual([])
  })
})

it('changes nothing when the page is missing', async () => {
  await copyFile(path.join(dir, 'registry.json'), path.join(dir, 'kept.json'))
  await rename(path.join(dir, 'page.json'), path.join(dir, 'gone.json'))
  await expect(publish('1.0.0')).rejects.toThrow(/has no page\.json/)
  expect(await json('registry.json')).toEqual(await json('kept.json'))
  expect(await versionsIn(dir, 'logs')).toHaveLength(1)
  await rename(path.join(dir, 'gone.json'), path.join(dir, 'page.json'))
  // As after a crash between the files and the channels: the version is there, but nobody published it.
  await writeArtefact(await signed({ version: '1.0.0' }), path.join(dir, 'remotes/logs'))
  await publishInto(dir, await signed({ version: '1.0.0' }), AUTHOR)
  await promoteIn(dir, 'logs', '1.0.0', AUTHOR)
})
