import { describe, expect, it } from 'vitest'
import { withdrawnOf } from './withdrawn.ts'

const deeds = (...lines: string[]) =>
  lines.map((line) => {
    const [kind = '', version = ''] = line.split(' ')
    return { remote: 'logs', version, kind }
  })

describe('withdrawnOf', () => {
  it('names what was taken back, by somebody or by the rule', () => {
    expect(withdrawnOf(deeds('promote 1.0.0', 'rollback 1.0.0', 'canary 1.1.0', 'autoRollback 1.1.0'))).toEqual([
      'logs@1.0.0',
      'logs@1.1.0',
    ])
  })

  it('does not name what was given to people again, also when another version followed it', () => {
    expect(withdrawnOf(deeds('rollback 1.0.0', 'promote 1.0.0', 'promote 1.1.0'))).toEqual([])
  })

  it('leaves out what happened to no version, and what changed nobody’s version', () => {
    expect(withdrawnOf(deeds('rollback', 'publish 1.0.0', 'endCanary 1.0.0', 'preview 1.0.0'))).toEqual([])
  })
})
