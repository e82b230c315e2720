import { describe, expect, it } from 'vitest'
import { createCastReader, eventsUntil, lengthOf } from './castReader.ts'
import { advance, clockText } from './playbackClock.ts'

const HEADER = '{"version":2,"width":100,"height":30,"Timestamp":1795000000}'
const LINES = [HEADER, '[0.5,"o","a"]', '[2,"r","120x40"]', '[2.5,"o","é"]', '[60,"m","limit"]', '[61,"o","z"]']

function read(text: string, size = 7) {
  const reader = createCastReader()
  const bytes = new TextEncoder().encode(text)
  for (let at = 0; at < bytes.length; at += size) reader.read(bytes.subarray(at, at + size))
  return reader.end()
}

describe('a recording', () => {
  it.each([1, 7, 4096])('is read in pieces of %i bytes as it is whole', (size) => {
    const cast = read(LINES.join('\n'), size)
    expect(cast).toEqual({
      ...{ cols: 100, rows: 30, startTime: 1_795_000_000_000 },
      events: [
        { time: 0.5, type: 'output', text: 'a' },
        { time: 2, type: 'resize', cols: 120, rows: 40 },
        { time: 2.5, type: 'output', text: 'é' },
        { time: 60, type: 'mark', text: 'limit' },
        { time: 61, type: 'output', text: 'z' },
      ],
    })
    expect(lengthOf(cast)).toBe(61)
  })

  it('may end in the middle of a line, and may hold what nobody knows', () => {
    const cast = read([HEADER, '[1,"i","typed"]', '7', '[2,"r","huge"]', '[3,"o","x"]', '[4,"o","cut'].join('\n'))
    expect(cast.events).toEqual([{ time: 3, type: 'output', text: 'x' }])
  })

  it('has a size that a screen can have', () => {
    expect(read('{"width":1e9,"height":-1}')).toMatchObject({ cols: 80, rows: 24, startTime: undefined })
  })

  it.each(['', 'hello', 'null'])('is not %j', (text) => expect(() => read(text)).toThrow('not a recording'))
})

describe('the clock of a player', () => {
  const { events } = read(LINES.join('\n'))

  it('knows what has happened at a moment', () => {
    expect([0, 0.5, 2.2, 61, 99].map((time) => eventsUntil(events, time))).toEqual([0, 1, 2, 5, 5])
  })

  it('goes as fast as it is told', () => {
    expect(advance(events, 10, 0.5, { speed: 4, skipsPauses: false })).toBe(12)
  })

  it('waits a moment in a long pause, and then is behind it', () => {
    const skipping = { speed: 1, skipsPauses: true }
    expect(advance(events, 3, 0.5, skipping)).toBe(3.5)
    expect(advance(events, 3.9, 0.5, skipping)).toBe(60)
    expect(advance(events, 0.6, 0.5, skipping)).toBe(1.1)
  })

  it('is told in as many parts as the recording needs', () => {
    expect([clockText(61.9, 100), clockText(61, 4000), clockText(3661, 4000)]).toEqual(['01:01', '0:01:01', '1:01:01'])
  })
})
