import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readArtefact, verifyFolder } from '@windlass/backend/artefact/artefactFolder'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RemoteBuild } from './buildRemote.ts'
import { packageVersion, ROOT } from './workspace.ts'

const BUILD_LIMIT_MS = 180_000
const KIT_RANGE = `^${packageVersion(path.join(ROOT, 'shared-kit'))}`
const BUILD = path.join(ROOT, 'scripts/testing/buildVariants.ts')
const SOURCES = {
  'package.json': JSON.stringify({ version: '1.2.3', windlass: { budget: { page: 20, total: 30 } } }),
  'src/locales/en.json': JSON.stringify({ route: { hello: 'Hello' }, count_one: 'one', count_other: 'many' }),
  'src/locales/zh-cn.json': JSON.stringify({ route: { hello: '你好' }, count_other: '多' }),
  'src/HelloPage.tsx': `import { useState } from 'react'\nimport './hello.css'\n
export default function HelloPage() {\n  const [text] = useState('hello')\n  return <p className="hello">{text}</p>\n}\n`,
  'src/hello.css': '.hello { order: 7; }\n',
  'src/remote.ts': `import { defineRemote } from '@windlass/shared-kit/remote'\n
export default defineRemote({
  id: 'hello',
  locales: { en: () => import('./locales/en.json'), 'zh-cn': () => import('./locales/zh-cn.json') },
  groups: [{ path: '/hello', title: 'hello', icon: 'log', order: 99 }],
  routes: [{ path: '/hello/world', title: 'hello', icon: 'log', access: [3, 2], page: () => import('./HelloPage.tsx') }],
})\n`,
}

/** Builds in a process of its own: the test runner rewrites the imports that the build reads. */
const build = (areas: RemoteBuild[]) =>
  execa(process.execPath, [BUILD], { input: JSON.stringify({ hosts: [], areas }), reject: false })

describe('the build of an area whose sources lie outside the workspace', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'build-'))
  const dir = path.join(folder, 'remote-hello')
  const outDir = path.join(folder, 'remotes')
  const areaDir = path.join(outDir, 'hello')

  const write = (target: string, sources: Record<string, string>) => {
    for (const [name, text] of Object.entries(sources)) {
      const file = path.join(target, name)
      cpSync(path.join(ROOT, 'remote-logs/tsconfig.json'), file)
      writeFileSync(file, text)
    }
  }
  // Reading checks shapes and hashes.
  const contentsOf = async (version: string) => (await readArtefact(areaDir, version)).contents
  const releaseOf = async (version: string) => (await readArtefact(areaDir, version)).release

  beforeAll(async () => {
    write(dir, SOURCES)
    symlinkSync(path.join(ROOT, 'remote-logs/node_modules'), path.join(dir, 'node_modules'))
    const { exitCode, stderr } = await build([
      { id: 'hello', dir, outDir },
      { id: 'hello', dir, outDir, version: '1.2.3' },
      { id: 'hello', dir, outDir, version: '1.3.0', versions: { '@windlass/shared-kit': '2.0.0' } },
    ])
    if (exitCode !== 0) throw new Error(stderr)
  }, BUILD_LIMIT_MS)
  afterAll(() => rmSync(folder, { recursive: true }))

  it('leaves the versions side by side, with what did not change once, and nothing half done', async () => {
    const [files, ...versions] = readdirSync(areaDir).toSorted().toReversed()
    expect(files).toBe('files')
    expect(versions.toSorted()).toEqual(['1.2.3', expect.stringMatching(/^1\.2\.3-dev-[0-9a-f]{8}$/), '1.3.0'])
    expect(readdirSync(outDir)).toEqual(['hello'])
    // These two were built for the same kit.
    const [released = {}, local = {}] = await Promise.all(
      versions
        .toSorted()
        .slice(0, 2)
        .map(async (version) => (await contentsOf(version)).files),
    )
    const shared = Object.keys(released).filter((name) => name.startsWith('files/'))
    expect(shared.length).toBeGreaterThan(0)
    expect(Object.keys(local)).toEqual(expect.arrayContaining(shared))
  })

  it('writes artefacts that are whole: every file is listed with its hash, the compressed ones too', async () => {
    for (const version of ['1.2.3', '1.3.0']) {
      const { contents, files } = await readArtefact(areaDir, version)
      expect(await verifyFolder(areaDir, contents)).toEqual([])
      expect([...files.keys()].filter((name) => !(name in contents.files))).toEqual([`${version}/contents.json`])
      expect(Object.keys(contents.files)).toEqual(
        expect.arrayContaining(['remoteEntry.js.br', 'release.json', 'mf-manifest.json'].map((n) => `${version}/${n}`)),
      )
    }
  })

  it('says what the area needs, asks for and says', async () => {
    expect(await contentsOf('1.2.3')).toMatchObject({
      commit: '',
      needs: { react: expect.stringMatching(/^\^19\./), '@windlass/shared-kit': KIT_RANGE },
      sharedNames: ['@windlass/shared-kit/remote', 'react'],
      permissions: [2, 3],
      texts: { en: ['route.hello', 'count_one', 'count_other'], 'zh-cn': ['route.hello', 'count_other'] },
      budget: { page: 20_000, total: 30_000 },
    })
  })

  it('can build as if a shared package had another version', async () => {
    expect(await contentsOf('1.3.0')).toMatchObject({ needs: { '@windlass/shared-kit': '^2.0.0' } })
    expect(await contentsOf('1.2.3')).toMatchObject({ needs: { '@windlass/shared-kit': KIT_RANGE } })
  })

  it('tells browsers where the files are, what to load ahead, and which container is theirs', async () => {
    const release = await releaseOf('1.3.0')
    expect(release).toMatchObject({
      base: 'remotes/hello/',
      entry: '1.3.0/remoteEntry.js',
      container: 'windlass_hello_1_3_0',
      titles: { en: { hello: 'Hello' }, 'zh-cn': { hello: '你好' } },
    })
    const [route] = release.routes
    const ahead = [...release.files, ...Object.values(release.textFiles).flat(), ...(route?.files ?? [])]
    expect(route?.files.map((file) => path.extname(file)).sort()).toEqual(['.css', '.js'])
    for (const file of ahead) expect([file, file in release.integrity]).toEqual([file, true])
  })

  it('does not build a version again that is there', async () => {
    const file = path.join(areaDir, '1.2.3/contents.json')
    const before = readFileSync(file, 'utf8')
    await build([{ id: 'hello', dir, outDir, version: '1.2.3' }])
    expect(readFileSync(file, 'utf8')).toBe(before)
  })

  describe('for pages elsewhere', () => {
    const source = path.join(dir, 'src/embed.ts')
    const packageFile = path.join(dir, 'package.json')
    const buildWith = (budget: object, version: string) => {
      writeFileSync(source, "import './hello.css'\n\nexport const mount = () => 'hello'\n")
      writeFileSync(packageFile, JSON.stringify({ version: '1.2.3', windlass: { budget } }))
      return build([{ id: 'hello', dir, outDir, version }])
    }
    afterAll(() => {
      rmSync(source, { force: true })
      writeFileSync(packageFile, SOURCES['package.json'])
    })

    it('adds one module and a container, which the console does not load and its budgets do not count', async () => {
      const { exitCode } = await buildWith({ page: 20, total: 30, embed: 5 }, '1.6.0')
      expect(exitCode).toBe(0)
      const { files, budget } = await contentsOf('1.6.0')
      const entries = ['1.6.0/embed.mjs', '1.6.0/embed.remoteEntry.js']
      expect(Object.keys(files)).toEqual(expect.arrayContaining(entries))
      expect(budget).toEqual({ page: 20_000, total: 30_000, embed: 5_000 })
      const { integrity } = await releaseOf('1.6.0')
      expect(Object.keys(integrity).filter((name) => name.includes('/embed.'))).toEqual([])
      const module = readFileSync(path.join(areaDir, '1.6.0/embed.mjs'), 'utf8')
      expect(module).toContain('.hello{order:7}')
      expect(module).not.toMatch(/\bimport\b/)
    })

    it.each([
      [{ page: 20, total: 30 }, 'it has no budget'],
      [{ page: 20, total: 30, embed: 0 }, 'its budget is 0 B'],
    ])('fails when %j says that it must not weigh so much', async (budget, sentence) => {
      const { exitCode, stderr } = await buildWith(budget, '1.7.0')
      expect(exitCode).not.toBe(0)
      expect(stderr).toContain(`${sentence}: take less along, or set windlass.budget.embed`)
      expect(existsSync(path.join(areaDir, '1.7.0'))).toBe(false)
    })
  })

  it('fails with a sentence, and leaves nothing, when the host does not provide what the area consumes', async () => {
    const page = path.join(dir, 'src/HelloPage.tsx')
    const before = readFileSync(page, 'utf8')
    writeFileSync(page, `import { Calendar } from 'antd'\nexport default () => <Calendar />\n`)
    const { exitCode, stderr } = await build([{ id: 'hello', dir, outDir, version: '1.4.0' }])
    writeFileSync(page, before)
    expect(exitCode).not.toBe(0)
    expect(stderr).toContain('remote-hello consumes what the host does not provide: antd/es/calendar')
    expect(existsSync(path.join(areaDir, '1.4.0'))).toBe(false)
    expect(readdirSync(outDir)).toEqual(['hello'])
  })

  it('fails with a sentence when the package says no budget', async () => {
    writeFileSync(path.join(dir, 'package.json'), JSON.stringify({ version: '1.2.3' }))
    const { stderr } = await build([{ id: 'hello', dir, outDir, version: '1.5.0' }])
    writeFileSync(path.join(dir, 'package.json'), SOURCES['package.json'])
    expect(stderr).toContain('package.json: say what the area may weigh')
  })
})
