import headless from '@xterm/headless'
import { pino } from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import { createOutputRing, type OutputRing } from './outputRing.ts'
import { createScreens, type Screen } from './screens.ts'

const screens = createScreens(pino({ level: 'silent' }))
afterAll(() => screens.stop())

const LIMIT = 64 * 1024
const SIZE = { rows: 6, cols: 20 }
const ESC = '\x1b'

interface Played {
  ring: OutputRing
  screen: Screen
  say(text: string | Buffer): void
}

const play = (limit = LIMIT): Played => {
  const ring = createOutputRing(limit)
  const screen = screens.open(ring, limit, SIZE)
  const say = (text: string | Buffer) => {
    ring.write(Buffer.from(text as string))
    screen.feed()
  }
  return { ring, screen, say }
}

/** What a person sees who gets the drawing and then the rest. */
async function look({ screen }: Played, rest = ''): Promise<{ lines: string[]; terminal: headless.Terminal }> {
  const { data, rows, cols } = await screen.draw()
  const terminal = new headless.Terminal({ rows, cols, scrollback: 5000, allowProposedApi: true })
  await new Promise<void>((resolve) => terminal.write(data, resolve))
  await new Promise<void>((resolve) => terminal.write(rest, resolve))
  const { active } = terminal.buffer
  const lines = Array.from({ length: active.length }, (_, y) => active.getLine(y)?.translateToString(true) ?? '')
  return { lines, terminal }
}

describe('the screen of a session', () => {
  it('comes back with its scrollback, its cursor and its modes', async () => {
    const played = play()
    played.say(Array.from({ length: 12 }, (_, i) => `line ${i}`).join('\r\n'))
    played.say(`${ESC}[?1h${ESC}[?2004h${ESC}]0;my title\x07`)
    const { lines, terminal } = await look(played)
    expect(lines).toEqual(Array.from({ length: 12 }, (_, i) => `line ${i}`))
    expect(terminal.modes).toMatchObject({ applicationCursorKeysMode: true, bracketedPasteMode: true })
    expect([terminal.buffer.active.cursorX, terminal.buffer.active.cursorY]).toEqual([7, 5])
  })

  it('comes back as the alternate one, with the other one behind it', async () => {
    const played = play()
    played.say(`shell$ vim\r\n${ESC}[?1049h${ESC}[2J${ESC}[H~ editor`)
    const { terminal, lines } = await look(played)
    expect(terminal.buffer.active.type).toBe('alternate')
    expect(lines[0]).toBe('~ editor')
    const left = await look(played, `${ESC}[?1049l`)
    expect(left.lines[0]).toBe('shell$ vim')
  })

  it('goes on in the middle of a character and of a control sequence', async () => {
    const played = play()
    const wide = Buffer.from('中')
    played.say(Buffer.concat([Buffer.from('a'), wide.subarray(0, 2)]))
    const { data } = await played.screen.draw()
    expect(Buffer.from(data).subarray(-2)).toEqual(wide.subarray(0, 2))
    played.say(wide.subarray(2))
    played.say(`${ESC}[3`)
    expect((await look(played, '1mred')).lines[0]).toBe('a中red')
  })

  it('is right after output and sizes that the ring has long lost', async () => {
    const played = play()
    played.say(`${ESC}[?1049h`)
    played.screen.resize({ rows: 4, cols: 10 })
    for (let i = 0; i < 400; i++) played.say(`${ESC}[H${'x'.repeat(1000)}${ESC}[Hframe ${i}  `)
    expect(played.ring.start).toBeGreaterThan(0)
    const { lines, terminal } = await look(played)
    expect(terminal.buffer.active.type).toBe('alternate')
    expect([terminal.rows, terminal.cols]).toEqual([4, 10])
    expect(lines[0]).toMatch(/^frame 399/)
  })

  it('leaves out what it cannot follow, and ends with the truth', async () => {
    const played = play(1024 * 1024)
    const line = `${'y'.repeat(1022)}\r\n`.repeat(1024)
    for (let i = 0; i < 20; i++) played.say(line)
    played.say('\r\nthe end')
    expect((await look(played)).lines.at(-1)).toBe('the end')
  })
})
