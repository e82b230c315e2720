import { beforeEach, describe, expect, it } from 'vitest'
import { claimPrivate, forgetPrivate, PRIVATE_PREFIX } from './privateStorage.ts'

const NAME = `${PRIVATE_PREFIX}draft`
const draft = () => localStorage.getItem(NAME)
beforeEach(() => {
  localStorage.clear()
  claimPrivate(1)
  localStorage.setItem(NAME, 'mine')
  localStorage.setItem('windlass-theme', 'dark')
})

describe('what one user keeps in this browser', () => {
  it('is there when he comes back', () => {
    claimPrivate(1)
    expect(draft()).toBe('mine')
  })

  it('is not there for somebody else', () => {
    claimPrivate(2)
    expect(draft()).toBeNull()
    localStorage.setItem(NAME, 'hers')
    claimPrivate(2)
    expect(draft()).toBe('hers')
  })

  it('goes when he signs out, and nothing else does', () => {
    forgetPrivate()
    expect([draft(), localStorage.getItem('windlass-theme')]).toEqual([null, 'dark'])
  })
})
