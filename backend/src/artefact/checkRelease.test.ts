import { describe, expect, it } from 'vitest'
import { type CheckContext, checkRelease, misfitsOf } from './checkRelease.ts'
import { type ArtefactWishes, HOST, makeArtefact } from './testing/makeArtefact.ts'

const CONTEXT: CheckContext = { host: HOST, routes: [], versions: [], allowedOrigins: [] }

const problems = async (wishes: ArtefactWishes, context: Partial<CheckContext> = {}) =>
  checkRelease(await makeArtefact(wishes), { ...CONTEXT, ...context })
const messages = async (wishes: ArtefactWishes, context: Partial<CheckContext> = {}) =>
  (await problems(wishes, context)).map(({ message }) => message)

it('finds nothing in a sound artefact', async () => {
  expect(await problems({})).toEqual([])
})

it('finds everything at once, each under its rule', async () => {
  const found = await problems(
    {
      contents: {
        needs: { vue: '^3.0.0' },
        permissions: [9],
        texts: { en: ['a'], 'zh-cn': [] },
        budget: { page: 1, total: 1 },
      },
      release: { base: 'https://cdn.example.org/logs/', routes: [] },
      files: { 'files/x.js.map': '{}' },
    },
    { versions: ['1.0.0'] },
  )
  expect([...new Set(found.map(({ rule }) => rule))]).toEqual([
    'version',
    'origin',
    'shared',
    'permissions',
    'texts',
    'budget',
    'leak',
  ])
})

describe('versions', () => {
  it('are published once', async () => {
    expect(await problems({}, { versions: ['0.9.0', '1.0.0'] })).toEqual([
      {
        rule: 'version',
        message:
          'logs 1.0.0 is published already, and a published version never changes: take another number, like 1.0.1',
      },
    ])
  })

  it('may be lower than the newest, for a repair of an older major', async () => {
    expect(await problems({ version: '1.0.1' }, { versions: ['1.0.0', '2.0.0'] })).toEqual([])
  })
})

describe('the place of the files', () => {
  const at = (base: string, allowedOrigins: string[] = []) => messages({ release: { base } }, { allowedOrigins })

  it('is the area’s own folder, or an origin that is allowed', async () => {
    expect(await at('https://cdn.example.org/logs/', ['https://cdn.example.org'])).toEqual([])
    expect(await at('https://cdn.example.org/logs/')).toEqual([
      'The files would come from https://cdn.example.org, which this console does not allow: its operator adds it to REMOTE_ORIGINS',
    ])
    expect(await at('https://cdn.example.org.evil.test/', ['https://cdn.example.org'])).toHaveLength(1)
    expect(await at('http://cdn.example.org/', ['https://cdn.example.org'])).toHaveLength(1)
  })

  it.each([
    'remotes/server/',
    'remotes/logs/../server/',
    '/',
    '//evil.test/',
    'javascript:alert(1)/',
    'data:text/javascript,x/',
    'file:///etc/',
  ])('is not %s', async (base) => {
    expect(await at(base)).toEqual([
      expect.stringMatching(/^The files of logs must lie in remotes\/logs\/ or at a web address/),
    ])
  })

  it('is a plain address', async () => {
    const allowed = ['https://cdn.example.org']
    const PLAIN = [expect.stringMatching(/^The address of the files must be plain/)]
    expect(await at('https://cdn.example.org/?x=/', allowed)).toEqual(PLAIN)
    expect(await at('https://cdn.example.org/#/', allowed)).toEqual(PLAIN)
    expect(await at('https://me:secret@cdn.example.org/', allowed)).toEqual(PLAIN)
    expect((await at('https://me:secret@cdn.example.org/', allowed)).join()).not.toContain('secret')
  })
})

describe('shared packages', () => {
  const needing = (range: string, version: string) =>
    misfitsOf(
      { needs: { '@windlass/shared-kit': range }, sharedNames: [] },
      { ...HOST, provides: { '@windlass/shared-kit': version } },
    )

  it.each([
    ['^1.0.0', '1.0.0'],
    ['^1.0.0', '1.9.3'],
    ['^1.2.0', '1.3.0-rc.1'],
    ['>=1 <3', '2.5.0'],
    ['*', '0.1.0'],
    ['^0.1.0', '0.1.9'],
    ['^1.3.0-rc.1', '1.3.0-rc.2'],
  ])('%s is served by %s', (range, version) => {
    expect(needing(range, version)).toEqual([])
  })

  it.each([
    ['^2.0.0', '1.0.0'],
    ['^1.0.0', '2.0.0-rc.1'],
    ['^1.0.0', '1.0.0-rc.1'],
    ['^0.1.0', '0.2.0'],
    ['nonsense', '1.0.0'],
    ['^1.0.0', 'nonsense'],
  ])('%s is not served by %s', (range, version) => {
    expect(needing(range, version)).toEqual([`needs @windlass/shared-kit ${range}, this console has ${version}`])
  })

  it('that nobody provides or shares are named', () => {
    const sharedNames = ['react', 'a', 'b', 'c', 'd', 'e', 'f', 'g']
    expect(misfitsOf({ needs: { vue: '^3.0.0', constructor: '*' }, sharedNames }, HOST)).toEqual([
      'needs vue ^3.0.0, which this console does not provide',
      'needs constructor *, which this console does not provide',
      'uses a, b, c, d, e and 2 more, which this console does not share',
    ])
  })

  it('come with what to do', async () => {
    expect(await problems({ contents: { needs: { react: '^18.0.0' } } })).toEqual([
      {
        rule: 'shared',
        message:
          'The area needs react ^18.0.0, this console has 19.3.1: build it with what the console has, or bring the console up to date first',
      },
    ])
    expect(await messages({ contents: { needs: { react: 'workspace:*' } } })).toEqual([
      '"workspace:*" is no range of versions of react: correct it where the area is built',
    ])
  })
})

describe('permissions', () => {
  it('are those the console knows', async () => {
    const { release } = await makeArtefact()
    const routes = release.routes.map((route) => ({ ...route, access: [1, 99] }))
    expect(await messages({ release: { routes }, contents: { permissions: [1, 99, 98] } })).toEqual([
      'The route /logs/page asks for permission 99, which this console does not know: use one it has',
      'The area asks for permission 98, which this console does not know: use one it has',
    ])
  })
})

describe('texts', () => {
  it('are there in both languages', async () => {
    const plurals = { en: ['n_one', 'n_other', 'p_ordinal_two'], 'zh-cn': ['n_other', 'p_ordinal_other'] }
    const texts = { en: [...plurals.en, 'a.one', 'a.two'], 'zh-cn': [...plurals['zh-cn'], 'a.two', 'b'] }
    expect(await messages({ contents: { texts } })).toEqual([
      'en.json lacks b, which the other language has: translate it',
      'zh-cn.json lacks a.one, which the other language has: translate it',
    ])
  })

  it('name every route, group, dialog and entry of a dialog', async () => {
    const dialogs = [
      { id: 'box', title: 'box', icon: 'toolbox' as const, items: [{ id: 'date', title: 'constructor' }] },
    ]
    const titles = { en: { page: 'Page', box: 'Box' }, 'zh-cn': { page: '', box: '箱' } }
    expect(await messages({ release: { dialogs, titles } })).toEqual([
      'en.json has no "route.constructor", the title of an entry of the dialog box: add it',
      'zh-cn.json has no "route.page", the title of the route /logs/page: add it',
      'zh-cn.json has no "route.page", the title of the group /logs: add it',
      'zh-cn.json has no "route.constructor", the title of an entry of the dialog box: add it',
    ])
  })
})

describe('the budget', () => {
  it('is held by the heaviest page and by everything, or names what is heaviest', async () => {
    const { contents, release } = await makeArtefact()
    const brotliBytes = (name: string) => contents.files[name]?.brotliBytes ?? 0
    const [page] = release.routes[0]?.files ?? []
    const visit = ['1.0.0/remoteEntry.js', 'files/text-zh-cn.0123456789.js', page ?? ''].reduce(
      (sum, name) => sum + brotliBytes(name),
      0,
    )
    expect(await messages({ contents: { budget: { page: visit, total: 500_000 } } })).toEqual([])
    const found = await messages({ contents: { budget: { page: visit - 1, total: 10 } } })
    expect(found).toEqual([
      expect.stringMatching(
        new RegExp(
          `^A first visit of /logs/page loads ${visit} B of the area, its budget is ${visit - 1} B \\(heaviest: .*\\.js \\d+ B, .*\\): load less, or raise windlass\\.budget`,
        ),
      ),
      expect.stringMatching(
        /^All files of the area take 1\.\d KB, its budget is 10 B \(heaviest: 1\.0\.0\/release\.json [\d.]+ KB,/,
      ),
    ])
  })

  it('of pages elsewhere is one of its own, and is asked for', async () => {
    const files = { '1.0.0/embed.mjs': 'x'.repeat(3_000), '1.0.0/embed.tool.0123456789.js': 'x'.repeat(600_000) }
    const budget = { page: 2_000, total: 3_000 }
    expect(await messages({ files, contents: { budget: { ...budget, embed: 3_000 } } })).toEqual([])
    for (const [embed, limit] of [
      [2_999, 'its budget is 2.9 KB'],
      [undefined, 'it has no budget'],
    ] as const)
      expect(await messages({ files, contents: { budget: { ...budget, embed } } })).toEqual([
        expect.stringContaining(`As one module for pages elsewhere the area takes 2.9 KB, ${limit}:`),
      ])
  })
})
