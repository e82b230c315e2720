import { BLANK_SERVER, type ServerRow } from '@windlass/shared-kit/contract/server'
import { describe, expect, it } from 'vitest'
import { MOST_ROWS, readServerCsv, templateCsv } from './serverCsv.ts'
import { serversCsv } from './serversCsv.ts'

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
    [`${'x'.repeat(256)},linux,10.0.0.5,22,root,/k,`, 'long'],
    ['web,linux,10.0.0.5', 'columns'],
  ])('names the mistake of "%s"', (row, problem) => {
    expect(read(row).rows[0]?.problems).toEqual([problem])
  })

  it('takes hosts of both versions and names, and one host only once', () => {
    const rows = read(GOOD, 'v6,linux,2001:db8::7,22,root,/k,', 'dns,linux,db-1.example.com,22,root,/k,', GOOD).rows
    expect(rows.map(({ problems }) => problems)).toEqual([[], [], [], ['duplicate']])
  })

  it('says which rows come without a way to sign in, which are stored, and what stands in the new columns', () => {
    expect(read('web,linux,10.0.0.5,22,root,,').rows[0]).toMatchObject({ problems: [], isWithoutLogin: true })
    expect(readServerCsv(`${HEADER}\n${GOOD}`, new Set(['root@10.0.0.5:22'])).rows[0]?.problems).toEqual(['exists'])
    expect(read('a,linux,10.0.0.5,22,root,/k,', 'b,linux,10.0.0.5,23,root,/k,').rows[1]?.problems).toEqual([])
    const wide = (cells: string) =>
      readServerCsv(`${HEADER},jumpHost,jumpOwner,jumps,tags\n${GOOD},${cells}`).rows[0]?.problems
    expect(wide('hop,root,root@[::1]:22|/k;ops@next,eu;front')).toEqual([])
    expect(wide(',,root@next,')).toEqual(['jump'])
    expect(wide('hop,root,next,')).toEqual(['jumps'])
    expect(wide(`hop,root,,${'x'.repeat(41)}`)).toEqual(['tags'])
  })
})

describe('an export', () => {
  const server: ServerRow = {
    ...BLANK_SERVER,
    ...{ id: 1, name: '=cmd|calc', ip: '2001:db8::7', port: 2222, owner: 'root', password: 'keep:1:password:x' },
    ...{ os: 'linux', description: 'one, "two"\nthree', tags: ['eu', 'front'], hostKey: null, bindCount: 0 },
    ...{ jumpIP: 'hop.example.com', jumpPort: 22, jumpOwner: 'ops', jumpPath: '/k' },
    jumps: [{ host: '::1', port: 23, owner: 'ops', path: '/k2', password: 'keep:1:jumpPassword.1:x' }],
  }

  it('holds no secret and nothing a spreadsheet would run, and can be read again', () => {
    const text = serversCsv([server])
    expect(text).not.toContain('keep:')
    expect(text).toContain("'=cmd|calc")
    expect(readServerCsv(text).rows).toMatchObject([
      { name: '=cmd|calc', host: '2001:db8::7', port: '2222', problems: [], isWithoutLogin: true },
    ])
    expect(text).toContain('ops@[::1]:23|/k2,eu;front')
  })
})
