import { describe, expect, it } from 'vitest'
import { alternated, median } from './benchmark.ts'

describe('median', () => {
  it('is a value that was measured', () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(median([4, 1, 3, 2])).toBe(2)
  })

  it('refuses to make one up', () => expect(() => median([])).toThrow('nothing'))
})

describe('alternated', () => {
  it('leaves the first run of each out and changes who begins', async () => {
    const order: string[] = []
    const contestant = (name: string) => async () => order.push(name)
    const values = await alternated(2, { ours: contestant('ours'), baseline: contestant('baseline') })
    expect(order).toEqual(['ours', 'baseline', 'ours', 'baseline', 'baseline', 'ours'])
    expect(values).toEqual({ ours: [3, 6], baseline: [4, 5] })
  })
})
