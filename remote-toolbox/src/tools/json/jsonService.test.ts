// @vitest-environment node
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { makePause } from '../../work/pause.ts'
import type { Service } from '../../work/service.ts'
import type { JsonRow } from './jsonRows.ts'
import { type JsonService, makeJsonService } from './jsonService.ts'

let service: Service<JsonService>
beforeEach(() => {
  service = makeJsonService(makePause(new AbortController().signal))
})

const group = fc
  .jsonValue({ stringUnit: 'binary', maxDepth: 5 })
  .filter((value) => typeof value === 'object' && value !== null)
const ALL = 1_000_000

async function openDocument(source: Blob | string): Promise<number> {
  const opening = await service.open(source)
  if (opening.outcome !== 'opened') throw new Error(`${opening.outcome}: ${String(source)}`)
  return opening.view.lines
}
const allRows = async (): Promise<readonly JsonRow[]> => (await service.rows(0, ALL)).rows
const written = async (form: 'pretty' | 'minified' | 'written', node?: number) =>
  (await service.write(form, node))?.text()

/** A row as the page writes it. */
function lineOf({ kind, depth, key, text, size, isClosing, isCollapsed, isLast }: JsonRow): string {
  const [opening, closing] = kind === 'array' ? ['[', ']'] : ['{', '}']
  const isGroup = kind === 'array' || kind === 'object'
  const isOpen = isGroup && size > 0 && !isCollapsed && !isClosing
  const body = isClosing ? closing : isOpen ? opening : isGroup ? opening + (size > 0 ? size : '') + closing : text
  return `${'  '.repeat(depth)}${key === undefined ? '' : `${key}: `}${body}${isLast || isOpen ? '' : ','}`
}
const seen = async () => (await allRows()).map(lineOf)

describe('opening', () => {
  it('shows all lines of a document, as it would be written with indentation', async () => {
    await fc.assert(
      fc.asyncProperty(group, fc.constantFrom(undefined, 1, '\t'), async (value, space) => {
        const pretty = JSON.stringify(value, null, 2)
        expect(await openDocument(JSON.stringify(value, null, space))).toBe(pretty.split('\n').length)
        expect((await seen()).join('\n')).toBe(pretty)
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    ['', 'empty'],
    [' \n', 'empty'],
    ['42', 'leaf'],
    ['"x"', 'leaf'],
    ['null', 'leaf'],
  ])('tells %j apart', async (text, outcome) => {
    expect(await service.open(text)).toEqual({ outcome })
    expect(await service.rows(0, 10)).toEqual({ rows: [], view: { lines: 0, marked: 0 } })
  })

  it("gives the parser's own message, with line, column and what stands there", async () => {
    const text = '{\n  "é😀": [1,\n  2 x]\n}'
    let message = ''
    try {
      JSON.parse(text)
    } catch (error) {
      message = String(error).replace('SyntaxError: ', '')
    }
    const fault = { message, line: 3, column: 5, before: '  2 ', after: 'x]' }
    expect(await service.open(text)).toEqual({ outcome: 'refused', fault })
    expect(await service.open('{"é😀":x')).toMatchObject({ fault: { line: 1, column: 8, before: '{"é😀":' } })
    expect(await service.open('x')).toMatchObject({ fault: { line: 1, column: 1, before: '', after: 'x' } })
    expect(await service.open('\n[')).toMatchObject({ fault: { line: 2, column: 2, before: '[', after: '' } })
    expect(await service.open(`["${'é'.repeat(200)}" x]`)).toMatchObject({ fault: { column: 205 } })
  })

  it('reads files, with and without a mark at the start, in UTF-8 and in UTF-16', async () => {
    const text = '{"é":"😀"}'
    const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le')
    for (const source of [text, `\ufeff${text}`, new Blob([text]), new Blob(['\ufeff', text]), new Blob([utf16])]) {
      await openDocument(source)
      expect(await seen()).toEqual(['{', '  "é": "😀"', '}'])
    }
    await openDocument(new Blob([utf16.swap16()]))
    expect(await written('written')).toBe(text)
  })

  it('says how far it has come with a file, now and then', async () => {
    const progress: number[] = []
    const text = `[${'"x",'.repeat(3_000_000)}0]`
    const startedAt = performance.now()
    await service.open(new Blob([text]), (done) => progress.push(done))
    const mostReports = (performance.now() - startedAt) / 50 + 1
    expect(progress.length).toBeGreaterThan(1)
    expect(progress.length).toBeLessThanOrEqual(mostReports)
    expect(progress).toEqual(progress.toSorted((one, other) => one - other))
    expect(progress.at(-1)).toBeLessThanOrEqual(text.length)
  })

  it('keeps the document that is open when a file cannot be read or is not wanted any more', async () => {
    await openDocument('[1]')
    const gone = new Blob(['[2]'])
    gone.slice = () => {
      throw new DOMException('moved', 'NotReadableError')
    }
    expect(await service.open(gone)).toEqual({ outcome: 'unread', problem: 'gone' })
    const huge = new Blob(['[2]'])
    Object.defineProperty(huge, 'size', { value: 2 ** 31 })
    expect(await service.open(huge)).toEqual({ outcome: 'unread', problem: 'tooLarge' })
    const given = service.open(new Blob([`[${'1,'.repeat(3_000_000)}1]`]))
    await service.cancel()
    expect(await given).toEqual({ outcome: 'cancelled' })
    expect(await seen()).toEqual(['[', '  1', ']'])
  })

  it('opens the last of several', async () => {
    const outcomes = await Promise.all(['[1]', '[2]', '[3]'].map((text) => service.open(new Blob([text]))))
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['cancelled', 'cancelled', 'opened'])
    expect(await written('written')).toBe('[3]')
  })

  it('finds bytes that are no UTF-8, and shows the rest', async () => {
    const bytes = Buffer.from('["a\u0000b", "find me"]'.replace('\u0000', '?'))
    bytes[3] = 0xff
    await openDocument(new Blob([bytes]))
    expect(await service.inspect()).toEqual({ duplicates: 0, isUtf8: false })
    expect(await seen()).toEqual(['[', '  "a\ufffdb",', '  "find me"', ']'])
    expect(await service.search({ text: 'FIND', isCaseSensitive: false })).toBe(1)
    await openDocument('["é"]')
    expect(await service.inspect()).toEqual({ duplicates: 0, isUtf8: true })
  })
})

describe('folding', () => {
  it('shows what is not inside of something collapsed, whatever was done before', async () => {
    const step = fc.record({
      at: fc.nat(),
      isDeep: fc.boolean(),
      what: fc.constantFrom('toggle', 'toggle', 'all', 'none'),
    })
    await fc.assert(
      fc.asyncProperty(group, fc.array(step, { maxLength: 6 }), async (value, steps) => {
        const lines = await openDocument(JSON.stringify(value))
        for (const { at, isDeep, what } of steps) {
          const rows = await allRows()
          const row = rows[at % rows.length]
          if (what === 'toggle' && row) await service.toggle(row.node, isDeep)
          else await (what === 'all' ? service.expandAll() : service.collapseAll())
          const after = await allRows()
          const hidden = after.filter(({ isCollapsed, isClosing }) => isCollapsed && isClosing)
          expect(hidden).toEqual([])
          // Closing brackets stand where something is open, and nowhere else.
          const open = after.filter(({ size, isCollapsed, isClosing }) => size > 0 && !isCollapsed && !isClosing)
          expect(after.filter(({ isClosing }) => isClosing).length).toBe(open.length)
          const inside = open.reduce((count, { size }) => count + size, 1)
          expect(after.filter(({ isClosing }) => !isClosing).length).toBe(inside)
        }
        expect((await service.expandAll()).lines).toBe(lines)
        expect((await seen()).join('\n')).toBe(JSON.stringify(value, null, 2))
      }),
      { numRuns: 200 },
    )
  })

  it('leaves the root open when all is collapsed', async () => {
    await openDocument('{"a":[1,{"b":2}],"c":{}}')
    expect(await service.collapseAll()).toEqual({ lines: 4, marked: 0 })
    expect(await seen()).toEqual(['{', '  "a": [2],', '  "c": {}', '}'])
    await service.toggle(0, false)
    expect(await seen()).toEqual(['{2}'])
  })

  it('folds a group alone, or with everything in it', async () => {
    await openDocument('[[[1]],[2]]')
    await service.toggle(1, false)
    await service.toggle(1, false)
    expect((await seen()).length).toBe(10)
    await service.toggle(1, true)
    await service.toggle(1, false)
    expect(await seen()).toEqual(['[', '  [', '    [1]', '  ],', '  [', '    2', '  ]', ']'])
    await service.toggle(1, true)
    await service.toggle(1, true)
    expect((await seen()).length).toBe(10)
  })

  it('takes changes that come at once one after the other', async () => {
    await openDocument('[[1],[2],[3]]')
    await Promise.all([service.toggle(1, false), service.toggle(3, false), service.toggle(5, false)])
    expect(await seen()).toEqual(['[', '  [1],', '  [1],', '  [1]', ']'])
  })

  it('survives a hundred thousand levels', async () => {
    const deep = 100_000
    const lines = await openDocument('['.repeat(deep) + ']'.repeat(deep))
    expect(lines).toBe(2 * deep - 1)
    expect((await service.rows(deep - 1, 1)).rows[0]).toMatchObject({ depth: deep - 1, size: 0 })
    expect((await service.path(deep - 1)).length).toBe(1 + 3 * (deep - 1))
    expect((await service.collapseAll()).lines).toBe(3)
    await service.search({ text: 'x', isCaseSensitive: false })
    expect((await service.expandAll()).lines).toBe(lines)
  })
})

describe('rows', () => {
  it('cut what no line can show, between whole characters', async () => {
    const long = `${'é'.repeat(498)}😀${'x'.repeat(5_000_000)}`
    await openDocument(JSON.stringify({ [long]: long, b: 'y'.repeat(499) }))
    const [, first, second] = await allRows()
    expect(first?.text).toBe(`"${'é'.repeat(498)}…`)
    expect(first?.key).toBe(first?.text)
    expect(second?.text.length).toBe(501)
    expect(await written('written', 1)).toBe(JSON.stringify(long))
  })

  it('know whether they are marked, until all marks are taken away', async () => {
    await openDocument('[1,2]')
    expect(await service.mark(2)).toEqual({ lines: 4, marked: 1 })
    await service.mark(1)
    expect((await service.mark(1)).marked).toBe(1)
    expect((await allRows()).map(({ isMarked }) => isMarked)).toEqual([false, false, true, false])
    expect((await service.unmarkAll()).marked).toBe(0)
    expect((await allRows()).some(({ isMarked }) => isMarked)).toBe(false)
  })

  it('know the group they are in and its line, or the line of what hides it', async () => {
    await openDocument('[[1],[[2]]]')
    expect((await allRows()).map(({ parent }) => parent)).toEqual([-1, 0, 1, 0, 0, 3, 4, 3, 0, -1])
    expect(await Promise.all([0, 1, 3, 5].map((node) => service.lineOf(node)))).toEqual([0, 1, 4, 6])
    await service.collapseAll()
    expect(await Promise.all([0, 1, 2, 3, 5].map((node) => service.lineOf(node)))).toEqual([0, 1, 1, 2, 2])
  })
})

describe('looking for a text', () => {
  const find = async (text: string, isCaseSensitive = false) => {
    const count = (await service.search({ text, isCaseSensitive })) ?? -1
    const nodes: number[] = []
    for (let from = -1; nodes.length < count; from = nodes.at(-1) ?? 0) {
      const finding = await service.find('match', from, 1)
      nodes.push(finding?.node ?? -1)
    }
    return nodes
  }

  it('finds all keys and values that have it, as they are written', async () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '😀', '"', '1', ' '), maxLength: 5 })
    const nested = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        letters,
        fc.nat({ max: 20 }),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(letters, tie('value'), { maxKeys: 4 }),
      ),
    }))
    const wanted = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '😀', '1'), minLength: 1, maxLength: 2 })
    await fc.assert(
      fc.asyncProperty(fc.array(nested.value), wanted, fc.constantFrom(undefined, 1), async (value, text, space) => {
        await openDocument(JSON.stringify(value, null, space))
        const rows = (await allRows()).filter(({ isClosing }) => !isClosing)
        const expected = rows.filter((row) => row.key?.includes(text) || row.text.includes(text))
        expect(await find(text, true)).toEqual(expected.map(({ node }) => node))
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    ['ALPHA', false, [1, 3]],
    ['ALPHA', true, []],
    ['Alpha', true, [3]],
    ['É', false, [4]],
    ['\\u00', false, [5]],
    ['a.p', false, []],
    ['.*', false, []],
    ['"', false, [1, 2, 3, 4, 5]],
    [':', false, []],
    [',', false, []],
    ['"alpha": 1', false, []],
    ['1', false, [1, 5]],
    ['', false, []],
  ] as const)('finds %j (case sensitive: %j)', async (text, isCaseSensitive, nodes) => {
    await openDocument('{"alpha": 1, "b":["Alpha", "é", "\\u0061"]}')
    expect(await find(text, isCaseSensitive)).toEqual(nodes)
  })

  it('goes on to the next and to the one before, and round at the ends', async () => {
    await openDocument('["x",["y","x"],"x"]')
    await service.search({ text: 'x', isCaseSensitive: false })
    const forth = await Promise.all([0, 1, 4, 5].map((from) => service.find('match', from, 1)))
    expect(forth.map((finding) => [finding?.place, finding?.node])).toEqual([
      [0, 1],
      [1, 4],
      [2, 5],
      [0, 1],
    ])
    const back = await Promise.all([0, 1, 4, 5].map((from) => service.find('match', from, -1)))
    expect(back.map((finding) => finding?.node)).toEqual([5, 5, 1, 4])
  })

  it('opens what is collapsed around a hit, and nothing else', async () => {
    await openDocument('[[["x"]],[["y"]]]')
    await service.collapseAll()
    await service.search({ text: 'x', isCaseSensitive: false })
    expect(await service.find('match', 0, 1)).toEqual({
      place: 0,
      count: 1,
      node: 3,
      line: 3,
      view: { lines: 8, marked: 0 },
    })
    expect(await seen()).toEqual(['[', '  [', '    [', '      "x"', '    ]', '  ],', '  [1]', ']'])
  })

  it('is given up when another text is wanted', async () => {
    await openDocument(JSON.stringify(Array.from({ length: 200_000 }, (_, index) => `value ${index}`)))
    const counts = await Promise.all(
      ['1', '2', 'value 199999'].map((text) => service.search({ text, isCaseSensitive: true })),
    )
    expect(counts).toEqual([undefined, undefined, 1])
  })

  it('finds nothing where there is no document', async () => {
    await service.open('[')
    expect(await service.search({ text: '[', isCaseSensitive: false })).toBe(0)
    expect(await service.find('match', 0, 1)).toBeUndefined()
  })
})

describe('keys that occur twice', () => {
  it.each([
    ['{"a":1,"b":2}', []],
    ['{"a":1,"b":2,"a":3}', [1, 3]],
    ['{"a":1,"\\u0061":2}', [1, 2]],
    ['{"\\ud83d\\ude00":1,"😀":2}', [1, 2]],
    ['{"\\ud800":1,"\\ud801":2}', []],
    ['{"\\ud800":1,"\\uD800":2}', [1, 2]],
    ['{"":1,"":2,"":[]}', [1, 2, 3]],
    ['[{"a":1},{"a":1}]', []],
    ['{"a":{"a":1},"b":{"x":0,"x":0}}', [4, 5]],
    ['{"__proto__":1,"__proto__":2}', [1, 2]],
  ])('are found in %s', async (text, nodes) => {
    await openDocument(text)
    expect((await service.inspect()).duplicates).toBe(nodes.length)
    const flagged = (await allRows()).filter(({ isDuplicate, isClosing }) => isDuplicate && !isClosing)
    expect(flagged.map(({ node }) => node)).toEqual(nodes)
    expect((await service.find('duplicate', -1, 1))?.node).toBe(nodes[0])
  })

  it('are those that the parser would lose', async () => {
    const keys = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'é', '"'), maxLength: 3 }), { maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(keys, async (names) => {
        await openDocument(`{${names.map((name) => `${JSON.stringify(name)}:0`).join(',')}}`)
        const repeated = names.filter((name) => names.indexOf(name) !== names.lastIndexOf(name))
        expect((await service.inspect()).duplicates).toBe(repeated.length)
      }),
      { numRuns: 300 },
    )
  })

  it('are found among many', async () => {
    const members = Array.from({ length: 50_000 }, (_, index) => `"key ${index}":0`)
    await openDocument(`{${[...members, '"key 7":1'].join(',')}}`)
    expect((await service.inspect()).duplicates).toBe(2)
  })
})

describe('writing out', () => {
  it('indents or squeezes as the parser would, and changes nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(group, fc.constantFrom(undefined, 3, '\t'), async (value, space) => {
        const text = JSON.stringify(value, null, space)
        await openDocument(text)
        expect(await written('pretty')).toBe(JSON.stringify(value, null, 2))
        expect(await written('minified')).toBe(JSON.stringify(value))
        expect(await written('written')).toBe(text)
      }),
      { numRuns: 300 },
    )
  })

  it('keeps numbers, escapes and repeated keys', async () => {
    await openDocument(' { "a" : 1.0 , "a":[ -0,1E400 , "\\u00e9\\"" ],"b":{ },"c":[\n]} ')
    expect(await written('minified')).toBe('{"a":1.0,"a":[-0,1E400,"\\u00e9\\""],"b":{},"c":[]}')
    expect(await written('pretty', 2)).toBe('[\n  -0,\n  1E400,\n  "\\u00e9\\""\n]')
    expect(await written('written', 2)).toBe('[ -0,1E400 , "\\u00e9\\"" ]')
    expect(await written('minified', 5)).toBe('"\\u00e9\\""')
  })

  it('stops when it becomes too long', async () => {
    await openDocument('['.repeat(100_000) + ']'.repeat(100_000))
    expect(await service.write('pretty', undefined, 1_000_000)).toBeUndefined()
    expect((await service.write('minified', undefined, 200_000))?.size).toBe(200_000)
    expect(await service.write('minified', undefined, 199_999)).toBeUndefined()
    expect(await service.write('written', undefined, 199_999)).toBeUndefined()
  })

  it('writes megabytes in parts', async () => {
    const value = Array.from({ length: 200_000 }, (_, id) => ({ id, name: 'x'.repeat(id % 50) }))
    await openDocument(JSON.stringify(value))
    expect(await written('pretty')).toBe(JSON.stringify(value, null, 2))
  })

  it('gives what is no document as it is, and its beginning', async () => {
    await service.open('  [1,\n')
    expect(await written('pretty')).toBe('[1,\n')
    expect(await service.beginning()).toBe('  [1,\n')
    await openDocument(`[${'1,'.repeat(100_000)}1]`)
    expect((await service.beginning()).length).toBe(65_536)
  })
})

describe('a path', () => {
  it('leads to the value it names', async () => {
    await fc.assert(
      fc.asyncProperty(group, async (value) => {
        await openDocument(JSON.stringify(value))
        const rows = (await allRows()).filter(({ isClosing, text }) => !isClosing && text !== '' && !text.endsWith('…'))
        for (const row of rows) {
          // The path is written so that the language itself understands it.
          const read = new Function('$', `return ${await service.path(row.node)}`)
          expect(JSON.stringify(read(JSON.parse(JSON.stringify(value))))).toBe(JSON.stringify(JSON.parse(row.text)))
        }
      }),
      { numRuns: 100 },
    )
  })

  it('uses dots for plain names and brackets for others', async () => {
    await openDocument('{"a":[0,{"b c":1}],"\\u0061b":2,"":3}')
    expect(await Promise.all([0, 1, 3, 4, 5, 6].map((node) => service.path(node)))).toEqual([
      '$',
      '$.a',
      '$.a[1]',
      '$.a[1]["b c"]',
      '$.ab',
      '$[""]',
    ])
  })
})
