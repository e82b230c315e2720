import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insideFolder, requireRelative } from './insideFolder.ts'

let base: string
let root: string
beforeAll(async () => {
  base = await realpath(await mkdtemp(path.join(tmpdir(), 'windlass-inside-')))
  root = path.join(base, 'root')
  await mkdir(path.join(root, 'lib'), { recursive: true })
  await mkdir(path.join(root, '.git'))
  await mkdir(path.join(base, 'root-beside'))
  await writeFile(path.join(root, 'lib/code'), 'code')
  await symlink('lib', path.join(root, 'near'))
  await symlink('/etc', path.join(root, 'far'))
  await symlink('../root-beside', path.join(root, 'beside'))
  await symlink('.git', path.join(root, 'store'))
})
afterAll(() => rm(base, { recursive: true, force: true }))

describe('a path below a folder', () => {
  it('is taken as people write it', () => {
    expect(['/', '', 'a/b/', '/a/b', '-x', '配置/ü'].map(requireRelative)).toEqual([
      '',
      '',
      'a/b',
      'a/b',
      '-x',
      '配置/ü',
    ])
  })

  it.each([
    '..',
    'a/../b',
    'a//b',
    './a',
    'a\0b',
    'a\nb',
    'a\\b',
    '\u202egpj.exe',
    '.git/config',
    'a/.GIT',
    'a /b',
    'x'.repeat(256),
  ])('%j is refused', (name) => {
    expect(() => requireRelative(name)).toThrow('the path must not')
  })

  it('may be a link that stays inside, and none that leads out or into .git', async () => {
    expect(await insideFolder(root, 'near/code')).toBe(path.join(root, 'lib/code'))
    for (const name of ['far/passwd', 'beside', 'store', '../root-beside']) {
      await expect(insideFolder(root, name)).rejects.toThrow('leads out of the project')
    }
    await expect(insideFolder(root, 'gone')).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
