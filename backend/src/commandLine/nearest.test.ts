import { describe, expect, it } from 'vitest'
import { nearest } from './nearest.ts'

describe('nearest', () => {
  const known = ['publish', 'promote', 'rollback', 'pin', 'unpin']

  it('finds the word that was meant', () => {
    expect(nearest('publsh', known)).toBe('publish')
    expect(nearest('rolback', known)).toBe('rollback')
    expect(nearest('pni', known)).toBe('pin')
  })

  it('completes a beginning', () => expect(nearest('prom', known)).toBe('promote'))

  it('does not guess', () => expect(nearest('zebra', known)).toBeUndefined())
})
