import { describe, expect, it } from 'vitest'
import { membersCsv } from './membersCsv.ts'

const times = { insertTime: '2026-11-01 10:00:00', updateTime: '2026-11-02 10:00:00', lastLoginTime: '' }
const rest = { state: 0, password: '', passwordUpdateTime: { String: '', Valid: false }, apiKey: '' }
const member = (name: string) => ({
  ...{ id: 7, account: 'ada', name, contact: '', superManager: 0 as const, isDisabled: true },
  ...rest,
  ...times,
})
const cellOf = (name: string) =>
  membersCsv([member(name)])
    .split('\r\n')[1]
    ?.slice('ada,'.length)

describe('members as a table', () => {
  it('begin with what the columns are', () => {
    expect(membersCsv([])).toBe('\uFEFFaccount,name,contact,superManager,state,added,updated\r\n')
    expect(cellOf('Ada')).toBe('Ada,,no,disabled,2026-11-01 10:00:00,2026-11-02 10:00:00')
  })

  it.each([
    ['=HYPERLINK("http://x")', '"\'=HYPERLINK(""http://x"")"'],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    [' =1', "' =1"],
    ['a,b', '"a,b"'],
    ['two\nlines', '"two\nlines"'],
    ['نورا 🚀', 'نورا 🚀'],
  ])('hold no formula, and %s in one cell', (name, cell) => {
    expect(cellOf(name)?.startsWith(`${cell},`)).toBe(true)
  })
})
