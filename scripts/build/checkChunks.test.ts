import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkChunks } from './checkChunks.ts'

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'windlass-chunks-'))
  for (const folder of ['files', '1.0.0']) mkdirSync(path.join(dir, folder))
})
afterEach(() => rmSync(dir, { recursive: true }))

const budget = (chunks?: Record<string, number>) =>
  writeFileSync(path.join(dir, 'package.json'), JSON.stringify({ windlass: { budget: { page: 1, total: 1, chunks } } }))
const file = (name: string, bytes: number) => writeFileSync(path.join(dir, 'files', name), 'x'.repeat(bytes))

describe('the budgets of chunks', () => {
  it('hold for scripts and styles together, as they travel', () => {
    file('tool-date.0123456789.js', 9000)
    file('tool-date.0123456789.js.br', 600)
    file('tool-date.0123456789.css', 400)
    file('tool-dates.0123456789.js', 9000)
    budget({ 'tool-date': 1 })
    expect(() => checkChunks('toolbox', dir, [path.join(dir, 'files'), path.join(dir, '1.0.0')])).not.toThrow()
    file('tool-date.0123456789.css', 401)
    expect(() => checkChunks('toolbox', dir, [path.join(dir, 'files'), path.join(dir, '1.0.0')])).toThrow(
      'remote-toolbox: the chunk tool-date takes 1001 B, its budget is 1000 B: load less, or raise it',
    )
  })

  it('hold for what pages elsewhere load, under the name it has there', () => {
    file('tool-date.0123456789.js', 900)
    writeFileSync(path.join(dir, '1.0.0/embed.tool-date.0123456789.js'), 'x'.repeat(2001))
    budget({ 'tool-date': 1, 'embed.tool-date': 2 })
    const checked = () => checkChunks('toolbox', dir, [path.join(dir, 'files'), path.join(dir, '1.0.0')])
    expect(checked).toThrow('the chunk embed.tool-date takes 2.0 KB')
  })

  it('name chunks that exist', () => {
    budget({ 'tool-date': 1 })
    expect(() => checkChunks('toolbox', dir, [path.join(dir, 'files'), path.join(dir, '1.0.0')])).toThrow(
      'there is no chunk tool-date',
    )
  })

  it('are nothing an area has to have', () => {
    budget()
    expect(() => checkChunks('toolbox', dir, [path.join(dir, 'files'), path.join(dir, '1.0.0')])).not.toThrow()
  })
})
