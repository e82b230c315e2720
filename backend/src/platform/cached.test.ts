import { describe, expect, it } from 'vitest'
import { cached } from './cached.ts'

describe('what was made before', () => {
  const counting = (limit: number) => {
    const made: string[] = []
    const get = cached(limit, (key) => {
      made.push(key)
      return { key }
    })
    return { made, get }
  }

  it('is the same thing again', () => {
    const { made, get } = counting(2)
    expect(get('a')).toBe(get('a'))
    expect(made).toEqual(['a'])
  })

  it('leaves when others were used since', () => {
    const { made, get } = counting(2)
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) get(key)
    expect(made).toEqual(['a', 'b', 'c', 'b'])
  })
})
