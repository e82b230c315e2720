import { OFF_MARK, printCrontab, readCrontab } from '@windlass/shared-kit/contract/crontabText'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addEntry,
  changeEntry,
  duplicateEntry,
  type EntryRow,
  entryRows,
  moveEntry,
  plainEnds,
  removeEntry,
  removeLine,
  setVariable,
  switchEntry,
} from './crontabEdit.ts'

const line = fc.constantFrom(
  ...[
    '# m h  dom mon dow   command',
    '# what it is for',
    '',
    '  ',
    'MAILTO=a@b',
    'nonsense here',
    '#0 1 * * * by hand',
  ],
  ...[
    '0 3 * * * one',
    '\t*/5 8-18\t* * 1-5   two  ',
    '@reboot three',
    `${OFF_MARK}0 4 * * * four`,
    '  #  0 2 * * * five',
  ],
)
const end = fc.constantFrom('\n', '\n', '\r\n')
const crontab = fc.tuple(fc.array(fc.tuple(line, end), { maxLength: 12 }), fc.boolean()).map(([lines, isOpen]) => {
  const raw = lines.map(([text, stop]) => text + stop).join('')
  return isOpen ? raw.replace(/\r?\n$/, '') : raw
})

/** What is left and right of the lines of a row. */
const around = (raw: string, { first, index }: EntryRow) => {
  const lines = readCrontab(raw)
  return [printCrontab(lines.slice(0, first)), printCrontab(lines.slice(index + 1))]
}

const forEachRow = (check: (raw: string, row: EntryRow) => void) =>
  fc.assert(
    fc.property(crontab, fc.nat(), (raw, pick) => {
      const rows = entryRows(raw)
      const row = rows[pick % Math.max(1, rows.length)]
      if (row) check(raw, row)
    }),
    { numRuns: 500 },
  )

const fieldsOf = ({ entry, description }: EntryRow) => ({
  ...{ isOn: entry.isOn, expression: entry.expression, command: entry.command, description },
})

describe('an entry of a crontab', () => {
  it('that is saved as it was changes nothing', () => {
    forEachRow((raw, row) => expect(changeEntry(raw, row, fieldsOf(row))).toBe(raw))
  })

  it('is changed without touching any other line', () => {
    forEachRow((raw, row) => {
      const changed = changeEntry(raw, row, { isOn: true, expression: '1 2 * * *', command: 'x', description: 'y' })
      const [before = '', after = ''] = around(raw, row)
      expect(changed.startsWith(before)).toBe(true)
      expect(changed.endsWith(after)).toBe(true)
      expect(changed.slice(before.length, changed.length - after.length)).toMatch(/y\r?\n/)
    })
  })

  it('is switched off and on again to the byte', () => {
    forEachRow((raw, row) => {
      if (!row.entry.isOn) return
      const off = switchEntry(raw, row, false)
      const again = entryRows(off).find(({ index }) => index === row.index)
      expect(again?.entry.isOn).toBe(false)
      expect(again && switchEntry(off, again, true)).toBe(raw)
    })
  })

  it('is removed with its comment and nothing else', () => {
    forEachRow((raw, row) => expect(removeEntry(raw, row)).toBe(around(raw, row).join('')))
  })

  it('is copied switched off below itself', () => {
    forEachRow((raw, row) => {
      const rows = entryRows(duplicateEntry(raw, row))
      expect(rows).toHaveLength(entryRows(raw).length + 1)
      const at = rows.findIndex(({ index }) => index === row.index)
      expect(rows[at + 1]?.entry).toMatchObject({ isOn: false, command: row.entry.command })
    })
  })

  it('is moved up and down again', () => {
    forEachRow((raw, row) => {
      const at = entryRows(raw).findIndex(({ index }) => index === row.index)
      const up = moveEntry(raw, row, -1)
      expect(entryRows(up)[Math.max(0, at - 1)]?.entry.command).toBe(row.entry.command)
      expect(
        readCrontab(up)
          .map(({ text }) => text)
          .toSorted(),
      ).toEqual(
        readCrontab(raw)
          .map(({ text }) => text)
          .toSorted(),
      )
    })
  })

  it('is added behind what is there', () => {
    fc.assert(
      fc.property(crontab, (raw) => {
        const added = addEntry(raw, { isOn: true, expression: '@daily', command: 'a\nb', description: 'new' })
        expect(added.startsWith(raw)).toBe(true)
        expect(added.endsWith('# new\n@daily a b\n')).toBe(true)
      }),
    )
  })
})

describe('a variable of a crontab', () => {
  it('is put above everything, changed in its line, and taken out', () => {
    const raw = 'A=1\n* * * * * x\n'
    expect(setVariable(raw, undefined, 'MAILTO', '')).toBe(`MAILTO=""\n${raw}`)
    expect(setVariable(raw, 0, 'A', '"2')).toBe('A=""2"\n* * * * * x\n')
    expect(removeLine(raw, 0)).toBe('* * * * * x\n')
  })
})

it('line ends are made plain', () => {
  expect(plainEnds('A=1\r\n* * * * * x')).toBe('A=1\n* * * * * x\n')
})
