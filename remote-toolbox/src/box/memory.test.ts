import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeMemory } from './memory.ts'

const make = (isKeptAtFirst = true) => makeMemory({ prefix: 'box.', choice: 'box-remembers', isKeptAtFirst })
beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('a memory', () => {
  it('is there for the next page', () => {
    make().write('date', 'x')
    expect(make().read('date')).toBe('x')
    make().write('date', '')
    expect([make().read('date'), localStorage.getItem('box.date')]).toEqual(['', null])
  })

  it('lasts as long as the page when turned off, and leaves nothing in the browser', () => {
    localStorage.setItem('other', 'stays')
    const memory = make()
    memory.write('date', 'x')
    memory.keep(false)
    memory.write('json', 'y')
    expect([memory.read('date'), memory.read('json')]).toEqual(['x', 'y'])
    expect(Object.keys(localStorage).toSorted()).toEqual(['box-remembers', 'other'])
    expect([make().isKept(), make().read('date')]).toEqual([false, ''])
  })

  it('remembers what is there when it is turned on again', () => {
    const memory = make(false)
    expect(memory.isKept()).toBe(false)
    memory.write('date', 'x')
    memory.keep(true)
    expect([make(false).isKept(), make(false).read('date')]).toEqual([true, 'x'])
  })

  it('does not fill the browser with one long text, but keeps it in the page', () => {
    const memory = make()
    memory.write('json', 'short')
    const long = 'x'.repeat(500_001)
    memory.write('json', long)
    expect(memory.read('json')).toBe(long)
    expect(localStorage.getItem('box.json')).toBeNull()
  })

  it('works where the browser refuses storage, and says so to whoever looks', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const refuse = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: refuse, removeItem: refuse })
    const memory = make()
    memory.write('date', 'x')
    expect(memory.read('date')).toBe('x')
    expect(warn).toHaveBeenCalled()
  })
})
