// @vitest-environment node
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonNodes } from './JsonNodes.ts'
import { encodeText } from './readSource.ts'
import { scanJson } from './scanJson.ts'

const noPause = () => undefined
const scan = (text: string) => scanJson(encodeText(text), noPause)

async function nodesOf(text: string): Promise<JsonNodes> {
  const result = await scan(text)
  if (!('nodes' in result)) throw new Error(`${text} is refused at ${result.position}`)
  return result.nodes
}

function parserAccepts(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    // Whether it does is all that is asked here.
    return false
  }
}

const accepts = async (text: string) => 'nodes' in (await scan(text))
const decoder = new TextDecoder()
const textAt = (nodes: JsonNodes, span: { from: number; to: number } | undefined) =>
  span && decoder.decode(nodes.bytes.subarray(span.from, span.to))

/** The value that the columns describe, put together again. */
function valueOf(nodes: JsonNodes, node: number): unknown {
  const kind = nodes.kindOf(node)
  const children: number[] = []
  for (let child = node + 1; child < nodes.nextOf(node); child = nodes.nextOf(child)) children.push(child)
  expect(children.length).toBe(nodes.sizeOf(node))
  expect(children.every((child) => nodes.parentOf(child) === node)).toBe(true)
  expect(children.filter((child) => nodes.isLast(child))).toEqual(children.slice(-1))
  if (kind === 'array') return children.map((child) => valueOf(nodes, child))
  if (kind !== 'object') return JSON.parse(textAt(nodes, nodes.spanOf(node)) ?? '')
  return Object.fromEntries(
    children.map((child) => [JSON.parse(textAt(nodes, nodes.keyOf(child)) ?? ''), valueOf(nodes, child)]),
  )
}

const anyText = fc.string({ unit: 'binary' })
const document = fc.jsonValue({ stringUnit: 'binary', maxDepth: 6 })
const indent = fc.constantFrom(undefined, 1, '\t', ' \r\n ')
/** Pieces that make up documents, so that random rows of them are nearly valid. */
const piece = fc.constantFrom(
  ...['{', '}', '[', ']', ',', ':', '"', '\\', ' ', '\n', '\t', '\r', '\f', '\v', '\u00a0', '\ufeff', '\0', "'", '/'],
  ...['"a"', '"\\u00e9"', '"\\ud800"', '"\\u12"', '"\\x"', '"\n"', '"\u007f"', '"é"', '"😀"', '"a":1', '1', '-', '+'],
  ...['0', '00', '-0', '1.', '.5', '1.5', '1e5', '1E-5', '1e', '1e+', '0x1', '1_0', 'true', 'false', 'null', 'tru'],
  ...['nul', 'True', 'NaN', 'Infinity', '-Infinity', 'undefined', '//', '/* */', '{}', '[]', '[1]', '{"a":[]}'],
)

describe('what is accepted', () => {
  it.each([
    ...[
      '{}',
      '[]',
      ' [ ] ',
      '1',
      '-0',
      '-0.0e-0',
      '1e400',
      '9007199254740993',
      '"\\u0000"',
      '"\u2028"',
      'null',
      '[[]]',
    ],
    ...[
      '',
      ' ',
      '{',
      '[',
      '"',
      '"\\',
      '"\\u',
      '"\\u00',
      '-',
      '1.',
      '1.e1',
      '01',
      '-01',
      '1e',
      '.1',
      '+1',
      '[1,]',
      '[,]',
    ],
    ...[
      '[1 2]',
      '{"a"}',
      '{"a":}',
      '{"a":1,}',
      '{,}',
      '{a:1}',
      "{'a':1}",
      '{"a":1 "b":2}',
      '{"a"::1}',
      '[}',
      '{]',
      ']',
    ],
    ...['[1]]', '1 1', '"\t"', '"\\q"', '"\\u00g0"', 'tru', 'truE', 'nulll', '\u00a0[]', '[]\f', '[\0]', '\0', '[]\0'],
  ])('is what the parser accepts: %j', async (text) => {
    expect(await accepts(text)).toBe(parserAccepts(text))
  })

  it('is what the parser accepts, of random texts', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.array(piece, { maxLength: 12 }).map((all) => all.join('')),
          anyText,
        ),
        async (text) => {
          expect(await accepts(text)).toBe(parserAccepts(text))
        },
      ),
      { numRuns: 3000 },
    )
  })

  it('is what the parser accepts, of documents with one place changed', async () => {
    const changed = fc
      .tuple(document, indent, fc.nat(), fc.nat({ max: 2 }), fc.oneof(piece, fc.constant('')))
      .map(([value, space, at, removed, added]) => {
        const text = [...JSON.stringify(value, null, space)]
        text.splice(at % (text.length + 1), removed, added)
        return text.join('')
      })
    await fc.assert(
      fc.asyncProperty(changed, async (text) => {
        expect(await accepts(text)).toBe(parserAccepts(text))
      }),
      { numRuns: 3000 },
    )
  })

  it('is every document', async () => {
    await fc.assert(
      fc.asyncProperty(document, indent, async (value, space) => {
        const text = JSON.stringify(value, null, space)
        expect(valueOf(await nodesOf(text), 0)).toEqual(JSON.parse(text))
      }),
      { numRuns: 500 },
    )
  })
})

describe('where a text is wrong', () => {
  it.each([
    ['{"a":}', 5],
    ['[1,]', 3],
    ['[1 2]', 3],
    ['01', 1],
    ['[tru]', 4],
    ['["a\tb"]', 3],
    ['["\\x"]', 3],
    ['["\\u00g"]', 6],
    ['["é",x]', 6],
    ['[1', 2],
    ['["abc', 5],
    ['[] x', 3],
    ['{"a" 1}', 5],
    ['{1:2}', 1],
    ['-', 1],
    ['1e+', 3],
  ])('is the byte that cannot stand there: %s', async (text, position) => {
    expect(await scan(text)).toEqual({ position })
  })
})

describe('a document', () => {
  it('keeps numbers, escapes and repeated keys as they were written', async () => {
    const nodes = await nodesOf('{"a":12345678901234567890.10,"a":1E400,"\\u0061\\"":"\\u00e9\\\\","__proto__":-0}')
    const written = [1, 2, 3, 4].map((node) => [textAt(nodes, nodes.keyOf(node)), textAt(nodes, nodes.spanOf(node))])
    expect(written).toEqual([
      ['"a"', '12345678901234567890.10'],
      ['"a"', '1E400'],
      ['"\\u0061\\""', '"\\u00e9\\\\"'],
      ['"__proto__"', '-0'],
    ])
  })

  it('may nest a hundred thousand levels deep', async () => {
    const deep = 100_000
    const nodes = await nodesOf(`${'[{"a":'.repeat(deep / 2)}1${'}]'.repeat(deep / 2)}`)
    expect([nodes.count, nodes.depthOf(deep), nodes.nextOf(0), nodes.endOf(0)]).toEqual([
      deep + 1,
      deep,
      deep + 1,
      nodes.length,
    ])
    expect(await scan('['.repeat(deep))).toEqual({ position: deep })
  })

  it('may hold strings of megabytes and more values than its length let expect', async () => {
    const long = 'x\\"'.repeat(1_000_000)
    expect(textAt(await nodesOf(`["${long}"]`), { from: 1, to: long.length + 3 })).toBe(`"${long}"`)
    const many = await nodesOf(`["${'x'.repeat(50_000)}",${'[],'.repeat(300_000)}0]`)
    expect([many.count, many.sizeOf(0), many.groupCount]).toEqual([300_003, 300_002, 300_001])
    expect(many.spanOf(300_002)).toEqual({ from: many.length - 2, to: many.length - 1 })
  })

  it('is read in slices, with progress', async () => {
    const seen: number[] = []
    const text = `[${'1,'.repeat(200_000)}1]`
    const result = await scanJson(
      encodeText(text),
      async () => undefined,
      (position) => seen.push(position),
    )
    expect('nodes' in result && result.nodes.count).toBe(200_002)
    expect(seen.length).toBeGreaterThan(10)
    expect(seen).toEqual(seen.toSorted((one, other) => one - other))
    expect(seen.at(-1)).toBeLessThanOrEqual(text.length)
  })

  it('ends when the pause says that nobody wants it any more', async () => {
    const giveUp = () => Promise.reject(new Error('given up'))
    await expect(scanJson(encodeText(`[${'1,'.repeat(50_000)}1]`), giveUp)).rejects.toThrow('given up')
  })
})
