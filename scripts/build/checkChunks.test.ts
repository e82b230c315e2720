import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkChunks } from './checkChunks.ts'

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'windlass-chunks-'))
  mkdirSync(path.join(dir, 'files'))
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
    expect(() => checkChunks('toolbox', dir, dir)).not.toThrow()
    file('tool-date.0123456789.css', 401)
    expect(() => checkChunks('toolbox', dir, dir)).toThrow(
      'remote-toolbox: the chunk tool-date takes 1001 B, its budget is 1000 B: load less, or raise it',
    )
  })

  it('name chunks that exist', () => {
    budget({ 'tool-date': 1 })
    expect(() => checkChunks('toolbox', dir, dir)).toThrow('there is no chunk tool-date')
  })

  it('are nothing an area has to have', () => {
    budget()
    expect(() => checkChunks('toolbox', dir, dir)).not.toThrow()
  })
})
