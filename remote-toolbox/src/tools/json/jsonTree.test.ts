import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupsOf, pathOf, prettyText, visibleLines } from './jsonTree.ts'
import { readJson } from './readJson.ts'

const document = fc
  .jsonValue({ noUnicodeString: false, maxDepth: 6 })
  .filter((value) => typeof value === 'object' && value !== null)
const indent = fc.constantFrom(undefined, 1, '\t', '  ')

function nodesOf(text: string) {
  const reading = readJson(text)
  if (!('nodes' in reading)) throw new Error(`${text} was not read`)
  return reading.nodes
}

describe('reading', () => {
  it('loses and alters nothing, however the document is spaced', () => {
    fc.assert(
      fc.property(document, indent, (value, space) => {
        expect(prettyText(nodesOf(JSON.stringify(value, null, space)))).toBe(JSON.stringify(value, null, 2))
      }),
    )
  })

  it('keeps numbers, escapes and repeated keys as they were written', () => {
    const text = '{"a":12345678901234567890.10,"a":1E400,"\\u0061\\"":"\\u00e9\\\\","__proto__":-0}'
    expect(prettyText(nodesOf(text))).toBe(
      [
        '{',
        '  "a": 12345678901234567890.10,',
        '  "a": 1E400,',
        '  "\\u0061\\"": "\\u00e9\\\\",',
        '  "__proto__": -0',
        '}',
      ].join('\n'),
    )
  })

  it('counts what each group holds and where it ends', () => {
    fc.assert(
      fc.property(document, (value) => {
        const nodes = nodesOf(JSON.stringify(value))
        nodes.forEach((node, index) => {
          const inside = nodes.slice(index + 1, node.end)
          expect(inside.every(({ depth }) => depth > node.depth)).toBe(true)
          expect(inside.filter(({ parent }) => parent === index).length).toBe(node.size)
        })
      }),
    )
  })

  it('survives nesting and strings that would overflow a recursive reader', () => {
    const deep = 5000
    expect(nodesOf('['.repeat(deep) + ']'.repeat(deep)).length).toBe(deep)
    const long = 'x\\"'.repeat(1_000_000)
    expect(nodesOf(`["${long}"]`)[1]?.text.length).toBe(long.length + 2)
  })

  it("gives the parser's own message, and tells a root that is no group", () => {
    let message = ''
    try {
      JSON.parse('{"a":}')
    } catch (error) {
      message = String(error).replace('SyntaxError: ', '')
    }
    expect(readJson('{"a":}')).toEqual({ problem: 'parser', message })
    for (const text of ['1', '"x"', 'true', 'null']) expect(readJson(text)).toEqual({ problem: 'root' })
  })
})

describe('the lines in sight', () => {
  it('open and close every group once while all is expanded', () => {
    fc.assert(
      fc.property(document, (value) => {
        const nodes = nodesOf(JSON.stringify(value))
        const lines = visibleLines(nodes, new Set())
        expect(lines.length).toBe(nodes.length + groupsOf(nodes).length)
      }),
    )
  })

  it('leave out what is inside collapsed groups', () => {
    const nodes = nodesOf('{"a":[1,{"b":2}],"c":3}')
    const shown = visibleLines(nodes, new Set([1])).map(({ index, isClosing }) => `${index}${isClosing ? ' end' : ''}`)
    expect(shown).toEqual(['0', '1', '5', '0 end'])
    expect(visibleLines(nodes, new Set(groupsOf(nodes)))).toEqual([{ index: 0, isClosing: false }])
  })
})

describe('a path', () => {
  it('leads to the value it names', () => {
    fc.assert(
      fc.property(document, (value) => {
        const nodes = nodesOf(JSON.stringify(value))
        nodes.forEach((node, index) => {
          if (node.kind !== 'value') return
          // The path is written so that the language itself understands it.
          const found: unknown = new Function('$', `return ${pathOf(nodes, index)}`)(JSON.parse(JSON.stringify(value)))
          expect(JSON.stringify(found)).toBe(JSON.stringify(JSON.parse(node.text)))
        })
      }),
      { numRuns: 50 },
    )
  })

  it('uses dots for plain names and brackets for others', () => {
    const nodes = nodesOf('{"a":[{"b c":1}]}')
    expect(pathOf(nodes, 3)).toBe('$.a[0]["b c"]')
  })
})
