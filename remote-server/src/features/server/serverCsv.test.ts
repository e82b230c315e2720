import { describe, expect, it } from 'vitest'
import { MOST_ROWS, readServerCsv, templateCsv } from './serverCsv.ts'

const HEADER = 'name,os,host,port,owner,path,password'
const read = (...rows: string[]) => readServerCsv([HEADER, ...rows].join('\n'))
const GOOD = 'web,linux,10.0.0.5,22,root,/keys/id,'

describe('a file of servers', () => {
  it('that is the template is good as it is', () => {
    expect(readServerCsv(templateCsv()).rows).toMatchObject([{ name: 'web-1', line: 2, problems: [] }])
  })

  it('is read with quotes, byte order mark, spaces and line breaks inside cells', () => {
    const { rows } = readServerCsv(`\uFEFF${HEADER}\r\n"a, b\nc" , linux,10.0.0.5,22,root,/k,\r\n\r\n${GOOD}`)
    expect(rows.map(({ name, line }) => [name, line])).toEqual([
      ['a, b\nc', 3],
      ['web', 5],
    ])
  })

  it.each([
    ['', 'empty'],
    [HEADER, 'empty'],
    [`${HEADER},colour\n${GOOD},red`, 'unknown'],
    ['name,os,host,port,owner\nweb,linux,10.0.0.5,22,root', 'missing'],
    [`${HEADER}\n"web`, 'syntax'],
    [`${HEADER}\nw\uFFFDb,linux,10.0.0.5,22,root,/k,`, 'encoding'],
    [`${HEADER}\n${`${GOOD}\n`.repeat(MOST_ROWS + 1)}`, 'many'],
    [`${HEADER}\n${'x'.repeat(1024 * 1024)}`, 'large'],
  ])('is refused as a whole: %#', (text, kind) => {
    expect(readServerCsv(text)).toMatchObject({ rows: [], problem: { kind } })
  })

  it.each([
    [',linux,10.0.0.5,22,root,/k,', 'name'],
    ['web,mac,10.0.0.5,22,root,/k,', 'os'],
    ['web,linux,10.0.0.500,22,root,/k,', 'host'],
    ['web,linux,10.0.0.5,0,root,/k,', 'port'],
    ['web,linux,10.0.0.5,70000,root,/k,', 'port'],
    ['web,linux,10.0.0.5,22,,/k,', 'owner'],
    ['web,linux,10.0.0.5,22,root,,', 'login'],
    [`${'x'.repeat(256)},linux,10.0.0.5,22,root,/k,`, 'long'],
    ['web,linux,10.0.0.5', 'columns'],
  ])('names the mistake of "%s"', (row, problem) => {
    expect(read(row).rows[0]?.problems).toEqual([problem])
  })

  it('takes hosts of both versions and names, and one host only once', () => {
    const rows = read(GOOD, 'v6,linux,2001:db8::7,22,root,/k,', 'dns,linux,db-1.example.com,22,root,/k,', GOOD).rows
    expect(rows.map(({ problems }) => problems)).toEqual([[], [], [], ['duplicate']])
  })
})
