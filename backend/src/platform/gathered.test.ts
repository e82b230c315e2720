import { describe, expect, test } from 'vitest'
import { gathered } from './gathered.ts'

const lengths = (asked: string[][]) =>
  gathered<number>(async (keys) => {
    asked.push([...keys])
    return new Map(keys.filter((key) => key !== '').map((key) => [key, key.length]))
  }, 3)

describe('asking together', () => {
  test('answers everybody who asks in one turn from one question, each key once', async () => {
    const asked: string[][] = []
    const ask = lengths(asked)
    expect(await Promise.all([ask('a'), ask('bb'), ask('a'), ask('')])).toEqual([1, 2, 1, undefined])
    expect(asked).toEqual([['a', 'bb', '']])
  })

  test('asks in pieces when there are more, and anew in a later turn', async () => {
    const asked: string[][] = []
    const ask = lengths(asked)
    await Promise.all(['a', 'b', 'c', 'd', 'a'].map(ask))
    expect(asked.map((keys) => keys.length)).toEqual([3, 2])
    await ask('a')
    expect(asked).toHaveLength(3)
  })

  test('whoever comes while an answer is under way gets a fresh one', async () => {
    let value = 1
    const { promise, resolve } = Promise.withResolvers<void>()
    let isSlow = true
    const ask = gathered<number>(async () => {
      const seen = value
      if (isSlow) await promise
      return new Map([['a', seen]])
    })
    const first = ask('a')
    await new Promise((done) => setImmediate(() => setImmediate(done)))
    value = 2
    isSlow = false
    expect(await ask('a')).toBe(2)
    resolve()
    expect(await first).toBe(1)
  })

  test('fails for everybody who asked', async () => {
    const ask = gathered<number>(() => Promise.reject(new Error('no database')))
    const answers = await Promise.allSettled([ask('a'), ask('b')])
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})
