import { Terminal } from '@xterm/xterm'
import { describe, expect, it } from 'vitest'
import { keepErased } from './keepErased.ts'

const ROWS = 4
const CLEAR = '\u001b[2J\u001b[H'

/** What is on the screen, and how many lines were kept, after a program has printed something. */
async function after(text: string): Promise<{ shown: string[]; kept: number }> {
  const terminal = new Terminal({ rows: ROWS, cols: 10, scrollback: 50, allowProposedApi: true })
  keepErased(terminal)
  await new Promise<void>((done) => terminal.write(text, done))
  const { active } = terminal.buffer
  const lines = Array.from({ length: ROWS }, (_, row) => active.getLine(active.baseY + row)?.translateToString(true))
  terminal.dispose()
  return { shown: lines.map(String), kept: active.baseY }
}

describe('a screen that is cleared', () => {
  it('is kept in the scrollback', async () => {
    expect(await after(`a\r\nb\r\nc${CLEAR}x`)).toEqual({ shown: ['x', '', '', ''], kept: 3 })
  })

  it.each([
    ['while only some rows scroll', '\u001b[2;3r'],
    ['while all but the first scroll', '\u001b[2r'],
  ])('is empty %s', async (_when, region) => {
    expect(await after(`a\r\nb\r\nc${region}${CLEAR}x`)).toEqual({ shown: ['x', '', '', ''], kept: 0 })
  })

  it.each([
    ['the whole screen', '\u001b[1;4r'],
    ['as it did at first', '\u001b[r'],
  ])('is kept again once %s scrolls', async (_what, region) => {
    expect((await after(`\u001b[2;3r${region}a\r\nb${CLEAR}x`)).kept).toBe(2)
  })

  it('is empty where a program has a screen of its own', async () => {
    expect((await after(`\u001b[?1049h\u001b[2;3ra\r\nb\r\nc${CLEAR}x`)).shown).toEqual(['x', '', '', ''])
  })
})
