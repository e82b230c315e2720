import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listIn, promoteIn, readFolder, rebuildFolder, rollbackIn } from './folder.ts'
import { HOST } from './testing/makeArtefact.ts'
import { AUTHOR, makeReleaseFolder, type TestFolder } from './testing/makeReleaseFolder.ts'

let folder: TestFolder

beforeEach(async () => {
  folder = await makeReleaseFolder()
})

afterEach(() => folder.remove())

describe('a folder that was edited by hand', () => {
  const edit = async (name: string, from: string, to: string) => {
    const text = await readFile(path.join(folder.dir, name), 'utf8')
    expect(text).toContain(from)
    await folder.put(name, text.replace(from, to))
  }

  beforeEach(async () => {
    await folder.publish('1.0.0')
    await folder.publish('1.1.0')
    await promoteIn(folder.dir, 'logs', '1.0.0', AUTHOR)
  })

  it('is left alone, and the refusal names the way out', async () => {
    await edit('registry.json', 'remotes/logs/', 'https://evil.example/')
    const before = await readFile(path.join(folder.dir, 'registry.json'), 'utf8')
    await expect(promoteIn(folder.dir, 'logs', '1.1.0', AUTHOR)).rejects.toThrow(
      /registry\.json was changed by hand.*pnpm release rebuild/s,
    )
    await expect(readFolder(folder.dir)).rejects.toThrow(/changed by hand/)
    expect(await readFile(path.join(folder.dir, 'registry.json'), 'utf8')).toBe(before)
  })

  it('is written anew when told to, without what the hand wrote', async () => {
    await edit('registry.json', 'remotes/logs/', 'https://evil.example/')
    await rebuildFolder(folder.dir, AUTHOR)
    expect((await folder.registry()).remotes.logs).toMatchObject({ version: '1.0.0', base: 'remotes/logs/' })
    await promoteIn(folder.dir, 'logs', '1.1.0', AUTHOR)
    expect(await rollbackIn(folder.dir, 'logs', undefined, AUTHOR)).toEqual({ version: '1.0.0' })
  })

  it('is refused for edited channels too, and rebuilt from what is out', async () => {
    await edit('channels.json', '"stable":"1.0.0"', '"stable":"1.1.0"')
    await expect(listIn(folder.dir)).rejects.toThrow(/channels\.json .* was changed by hand/)
    await rebuildFolder(folder.dir, AUTHOR)
    expect(await folder.out()).toEqual({ logs: '1.0.0' })
  })

  it('is rebuilt when both are gone or nonsense', async () => {
    await folder.put('registry.json', '{"remotes":')
    await folder.put('channels.json', 'x')
    await expect(promoteIn(folder.dir, 'logs', '1.1.0', AUTHOR)).rejects.toThrow(/not JSON/)
    await rebuildFolder(folder.dir, AUTHOR)
    // Nobody knows any more what was promoted, so everybody gets what came with the console.
    expect(await folder.out()).toEqual({ logs: '0.1.0-dev-a' })
    await promoteIn(folder.dir, 'logs', '1.1.0', AUTHOR)
  })

  it('gives an earlier version while the files of the one that is out are damaged', async () => {
    await promoteIn(folder.dir, 'logs', '1.1.0', AUTHOR)
    await folder.put('remotes/logs/1.1.0/remoteEntry.js', 'alert(1)')
    await rebuildFolder(folder.dir, AUTHOR)
    expect(await folder.out()).toEqual({ logs: '1.0.0' })
    expect((await listIn(folder.dir)).problems).toEqual([
      expect.stringMatching(/^logs 1\.1\.0 is out but cannot be used\. .*8 bytes.* 1\.0\.0 stands in for it\.$/),
    ])
  })
})

it('promotes nothing by rebuilding', async () => {
  await folder.publish('1.0.0', { id: 'hello' })
  await rebuildFolder(folder.dir, AUTHOR)
  expect(await folder.out()).toEqual({ logs: '0.1.0-dev-a' })
  await rm(path.join(folder.dir, 'channels.json'))
  await rebuildFolder(folder.dir, AUTHOR)
  expect(await folder.out()).toEqual({ logs: '0.1.0-dev-a' })
  await promoteIn(folder.dir, 'hello', '1.0.0', AUTHOR)
})

describe('a new build of the console in a folder that was released into', () => {
  it('brings its own versions, and keeps what was promoted', async () => {
    await folder.publish('1.0.0')
    await promoteIn(folder.dir, 'logs', '1.0.0', AUTHOR)
    await folder.build('0.1.0-dev-b', 'export default 2')
    await rebuildFolder(folder.dir, AUTHOR)
    expect(await folder.out()).toEqual({ logs: '1.0.0' })
    expect(await rollbackIn(folder.dir, 'logs', undefined, AUTHOR)).toEqual({ version: '0.1.0-dev-b' })
  })

  it('turns off what it can no longer run', async () => {
    await folder.publish('1.0.0', { id: 'hello' })
    await promoteIn(folder.dir, 'hello', '1.0.0', AUTHOR)
    await folder.put('host.json', { ...HOST, provides: { ...HOST.provides, '@windlass/shared-kit': '2.0.0' } })
    await rebuildFolder(folder.dir, AUTHOR)
    expect((await folder.registry()).off?.hello).toEqual({
      reason: 'unfit',
      message: 'It needs @windlass/shared-kit ^1.0.0, this console has 2.0.0.',
    })
  })
})
