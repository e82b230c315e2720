import { describe, expect, it } from 'vitest'
import { packMinutes, unpackMinutes } from './minutePack.ts'

const hour = (value: (minute: number) => number | undefined) =>
  Array.from({ length: 60 }, (_each, index) => value(index))

describe('the minutes of an hour', () => {
  it.each([
    ['whole numbers', hour((minute) => minute * 3)],
    ['two decimals', hour((minute) => Math.round(5000 + Math.sin(minute) * 4000) / 100)],
    ['four decimals below nothing', hour((minute) => -(minute + 1) / 10_000)],
    ['bytes a second of a fast network', hour((minute) => 1_250_000_000 + minute * 77_777_777)],
    ['more decimals than are worth it', hour((minute) => Math.PI * (minute + 1))],
    ['the largest there may be', hour((minute) => (minute % 2 === 0 ? 1e15 : -1e15))],
    ['holes', hour((minute) => (minute % 7 === 0 ? undefined : minute / 4))],
    ['one value alone', hour((minute) => (minute === 59 ? 0.1 : undefined))],
    ['nothing', hour(() => undefined)],
  ])('come back as they were: %s', (_what, minutes) => {
    expect(unpackMinutes(packMinutes(minutes))).toEqual(minutes)
  })

  it('take about two bytes each when they are what servers measure', () => {
    const usage = hour((minute) => Math.round(3000 + Math.sin(minute / 5) * 2000 + (minute % 3) * 60) / 100)
    expect(packMinutes(usage).length).toBeLessThan(60 * 2 + 10)
    expect(packMinutes(hour(() => 41)).length).toBeLessThan(60 + 11)
  })
})
