import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../build/workspace.ts'
import { checkSecurity } from './checkSecurity.ts'

const text = readFileSync(path.join(ROOT, 'docs/security.md'), 'utf8')
const ACCESS = '../backend/src/platform/access.test.ts'

describe('the document about security', () => {
  it('names tests that are there, and each requirement once', () => {
    expect(checkSecurity(text)).toEqual([])
  })

  it.each([
    [
      'names a test that is gone',
      `[is refused at the moon](${ACCESS})`,
      /no test that begins with “is refused at the moon”/,
    ],
    ['names a file that is gone', '[x](../backend/src/platform/gone.test.ts)', /gone\.test\.ts does not exist/],
    ['says twice how a requirement is met', '| 1.1.1 | once more | met | so |', /1\.1\.1 has 2 rows/],
  ])('is refused when it %s', (_what, line, problem) => {
    const found = checkSecurity(`${text}\n${line}\n`)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(problem)
  })

  it.each([
    ['leaves a requirement out', /^\| 8\.4\.1 .*\n/m, '', /chapter V8 has 6 requirements of 7/],
    ['invents a state', /^(\| 8\.4\.1 .*?\|.*?\|) met \|/m, '$1 nearly |', /the state “nearly” is none/],
  ])('is refused when it %s', (_what, part, other, problem) => {
    const found = checkSecurity(text.replace(part, other))
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(problem)
  })
})
