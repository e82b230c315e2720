import type { DeployLogEntry } from '@windlass/shared-kit/contract/deploy'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EMPTY_LOG, type LogState, readLog, withoutEscapes } from './readLog.ts'

const entry = (offset: number, text: string, more: Partial<DeployLogEntry> = {}): DeployLogEntry => ({
  offset,
  time: 0,
  stage: 'afterDeploy',
  serverId: 1,
  serverName: 'web',
  stream: 'out',
  text,
  ...more,
})
const texts = (state: LogState) => state.lines.map((line) => line.text)
const answer = (entries: DeployLogEntry[], nextOffset: number) => ({ entries, nextOffset, isEnded: false })

describe('the log of a deploy', () => {
  it('puts together lines that came in pieces, however they were cut', () => {
    const whole = 'first line\nsecond line\n\nfourth line'
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: whole.length - 1 }), { maxLength: 12 })
    fc.assert(
      fc.property(cuts, (positions) => {
        const edges = [0, ...positions.toSorted((a, b) => a - b), whole.length]
        let state = EMPTY_LOG
        for (const [index, start] of edges.slice(0, -1).entries()) {
          const end = edges[index + 1] ?? whole.length
          state = readLog(state, answer([entry(start, whole.slice(start, end))], end))
        }
        expect(texts(state).filter((text) => text !== '')).toEqual(['first line', 'second line', 'fourth line'])
      }),
    )
  })

  it('repeats nothing when an answer comes twice or late', () => {
    const first = answer([entry(0, 'one\n')], 10)
    const both = answer([entry(0, 'one\n'), entry(10, 'two\n')], 20)
    const state = [first, both, both, first].reduce(readLog, EMPTY_LOG)
    expect(texts(state)).toEqual(['one', 'two'])
    expect(state.nextOffset).toBe(20)
  })

  it('keeps the lines of two servers apart when their pieces alternate', () => {
    const pieces = [
      entry(0, 'a1'),
      entry(1, 'b1', { serverId: 2 }),
      entry(2, 'a2\n'),
      entry(3, 'b2\n', { serverId: 2 }),
    ]
    expect(texts(readLog(EMPTY_LOG, answer(pieces, 4)))).toEqual(['a1a2', 'b1b2'])
  })

  it('shows the last state of a progress display', () => {
    expect(texts(readLog(EMPTY_LOG, answer([entry(0, '10%\r50%\r100%\n')], 9)))).toEqual(['100%'])
  })

  it('shows colours of a terminal as plain text', () => {
    expect(withoutEscapes('\u001b[31mred\u001b[0m \u001b]0;title\u0007done')).toBe('red done')
  })
})
