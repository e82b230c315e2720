import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { stampOf } from './stamp.ts'
import { ROOT } from './workspace.ts'

let dir = ''
const entry = () => path.relative(ROOT, dir)
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'stamp-'))
  writeFileSync(path.join(dir, 'a.ts'), 'one')
})
afterEach(() => rmSync(dir, { recursive: true }))

describe('stampOf', () => {
  it('stays while nothing changes', () => expect(stampOf([entry()])).toBe(stampOf([entry()])))

  it('changes with the content, the name and the number of files', () => {
    const stamps = [stampOf([entry()])]
    writeFileSync(path.join(dir, 'a.ts'), 'two')
    stamps.push(stampOf([entry()]))
    writeFileSync(path.join(dir, 'b.ts'), '')
    stamps.push(stampOf([entry()]))
    expect(new Set(stamps).size).toBe(3)
  })

  it('does not change with tests, which are not built', () => {
    const before = stampOf([entry()])
    writeFileSync(path.join(dir, 'a.test.ts'), 'new')
    expect(stampOf([entry()])).toBe(before)
  })

  it('does not mind what is not there', () => expect(stampOf(['nowhere'])).toMatch(/^[0-9a-f]{8}$/))
})
