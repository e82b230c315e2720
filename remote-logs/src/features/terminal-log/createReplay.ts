import '@xterm/xterm/css/xterm.css'
import { FONT, TERMINAL_LOOK } from '@windlass/shared-kit/theme/tokens'
import { Unicode11Addon } from '@xterm/addon-unicode11'
import { WebglAddon } from '@xterm/addon-webgl'
import { Terminal } from '@xterm/xterm'
import { type Cast, eventsUntil } from './castReader.ts'

const FONT_SIZE = { usual: 14, least: 5, most: 20 } as const
const EMPTY = '\u001bc'

function look() {
  const [black, red, green, yellow, blue, magenta, cyan, white, ...bright] = TERMINAL_LOOK.ansi
  const [brightBlack, brightRed, brightGreen, brightYellow, brightBlue, brightMagenta, brightCyan, brightWhite] = bright
  const { foreground, background, cursor, selection } = TERMINAL_LOOK
  return {
    ...{ foreground, background, cursor, selectionBackground: selection },
    ...{ black, red, green, yellow, blue, magenta, cyan, white },
    ...{ brightBlack, brightRed, brightGreen, brightYellow, brightBlue, brightMagenta, brightCyan, brightWhite },
  }
}

/** A screen on which a recording is shown at any of its moments. */
export function createReplay(element: HTMLElement, cast: Cast) {
  const terminal = new Terminal({
    allowProposedApi: true,
    disableStdin: true,
    cursorInactiveStyle: 'block',
    fontFamily: FONT.code,
    fontSize: FONT_SIZE.usual,
    scrollback: 1_000,
    theme: look(),
    logLevel: 'off',
    cols: cast.cols,
    rows: cast.rows,
    // What programs print may hold links; a recording leads nowhere.
    linkHandler: { activate: () => undefined },
  })
  terminal.loadAddon(new Unicode11Addon())
  terminal.unicode.activeVersion = '11'
  terminal.open(element)
  try {
    terminal.loadAddon(new WebglAddon())
  } catch (error) {
    console.info('the recording is drawn without WebGL:', String(error))
  }
  let shown = 0

  /** Letters as large as the whole screen of the recording lets them be. */
  function fit(): void {
    const screen = terminal.element?.querySelector<HTMLElement>('.xterm-screen')
    const room = element.parentElement
    if (!screen || !room || screen.offsetWidth === 0) return
    const present = terminal.options.fontSize ?? FONT_SIZE.usual
    const share = Math.min(room.clientWidth / screen.offsetWidth, room.clientHeight / screen.offsetHeight)
    const fitting = Math.floor(present * share)
    terminal.options.fontSize = Math.max(FONT_SIZE.least, Math.min(FONT_SIZE.most, fitting))
  }

  /** Shows the moment; resolves when it is on the screen. */
  function show(time: number): Promise<void> {
    const wanted = eventsUntil(cast.events, time)
    if (wanted < shown) {
      shown = 0
      terminal.write(EMPTY, () => terminal.resize(cast.cols, cast.rows))
    }
    const next = cast.events.slice(shown, wanted)
    shown = wanted
    let gathered = ''
    for (const event of next) {
      if (event.type === 'output') gathered += event.text
      if (event.type !== 'resize') continue
      const { cols, rows } = event
      // In its turn: what was printed before was printed on the size before.
      terminal.write(gathered, () => {
        terminal.resize(cols, rows)
        fit()
      })
      gathered = ''
    }
    return new Promise((resolve) => terminal.write(gathered, resolve))
  }

  fit()
  return { show, fit, dispose: () => terminal.dispose() }
}

export type Replay = ReturnType<typeof createReplay>
