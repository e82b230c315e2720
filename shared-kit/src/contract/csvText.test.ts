import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvText, plainCell } from './csvText.ts'

/** Reads comma-separated text as RFC 4180 says. */
function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare ?? '')
    if (end === '\r\n') rows.push([])
    if (end === '') break
  }
  return rows.slice(0, -1)
}

const letter = fc.constantFrom(...'=+-@＝＋－＠\'" ,;\t\r\n\v\u00A0\u200B\uFEFF\u202Ea1')
const anyText = fc.oneof(fc.string({ unit: letter, maxLength: 8 }), fc.string({ unit: 'grapheme' }))
const anyRows = fc.array(fc.array(anyText, { minLength: 1, maxLength: 4 }), { maxLength: 4 })

describe('comma-separated text', () => {
  it('is read as what was written, cell by cell', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        expect(cellsOf(csvText(rows)).map((cells) => cells.map(plainCell))).toEqual(rows)
      }),
    )
  })

  it('has no cell that begins a formula, whatever stands in front that a spreadsheet overlooks', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        for (const cell of cellsOf(csvText(rows)).flat()) {
          expect(cell.replaceAll(/[\s\p{Cc}\p{Cf}]/gu, '')).not.toMatch(/^[=+\-@＝＋－＠]/)
        }
      }),
    )
  })

  it.each([
    ['=1+1', "'=1+1"],
    ['=HYPERLINK("http://x")', '"\'=HYPERLINK(""http://x"")"'],
    [' @SUM(A1)', "' @SUM(A1)"],
    ["'=1", "''=1"],
    ["it's", "it's"],
    ['a,b', '"a,b"'],
    ['two\nlines', '"two\nlines"'],
    [' apart ', '" apart "'],
    ['نورا 🚀', 'نورا 🚀'],
    [-1, '-1'],
    [undefined, ''],
    [null, ''],
  ])('writes %j as %j', (value, cell) => {
    expect(csvText([[value]])).toBe(`${cell}\r\n`)
  })
})
