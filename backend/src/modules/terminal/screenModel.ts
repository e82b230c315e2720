import { TERMINAL_SCROLLBACK } from '@windlass/shared-kit/contract/terminal'
import { SerializeAddon } from '@xterm/addon-serialize'
import { Unicode11Addon } from '@xterm/addon-unicode11'
import headless from '@xterm/headless'
import { openBytes } from '../../platform/ssh/utf8Reader.ts'
import type { Drawing, Size } from './screenMessages.ts'

const ESC = '\x1b'
const ESC_BYTE = 0x1b
/** A control sequence that is longer was not meant to end. */
const OPEN_BYTES = 4096
/** The parser's number for "not inside a control sequence". */
const GROUND = 0

/** What the emulator knows and its interface does not tell; each member may be missing in another version. */
interface Inside {
  coreService?: { isCursorHidden?: boolean }
  coreMouseService?: { activeEncoding?: string }
  _inputHandler?: { _parser?: { currentState?: number } }
  buffer?: { scrollTop?: number; scrollBottom?: number }
}

/** One terminal without a window. */
export class ScreenModel {
  readonly #terminal: headless.Terminal
  readonly #serializer = new SerializeAddon()
  #title = ''
  /** The latest bytes, for a control sequence or a character that is not complete yet. */
  #latest = Buffer.alloc(0)

  constructor({ rows, cols }: Size) {
    this.#terminal = new headless.Terminal({ rows, cols, scrollback: TERMINAL_SCROLLBACK, allowProposedApi: true })
    // The addons are written for the terminal of the browser, whose buffers are the same.
    this.#terminal.loadAddon(this.#serializer as unknown as headless.ITerminalAddon)
    this.#terminal.loadAddon(new Unicode11Addon() as unknown as headless.ITerminalAddon)
    this.#terminal.unicode.activeVersion = '11'
    this.#terminal.onTitleChange((title) => {
      this.#title = title
    })
  }

  write(bytes: Uint8Array, done?: () => void): void {
    this.#terminal.write(bytes, done)
    const more = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#latest = Buffer.from(Buffer.concat([this.#latest, more.subarray(-OPEN_BYTES)]).subarray(-OPEN_BYTES))
  }

  resize({ rows, cols }: Size): void {
    // What was written before belongs to the size before, and is read later than it is written.
    this.#terminal.write('', () => this.#terminal.resize(cols, rows))
  }

  /** The screen once everything that was written is read. */
  draw(): Promise<Drawing> {
    return new Promise((resolve) => {
      this.#terminal.write('', () => {
        const { rows, cols } = this.#terminal
        const text = this.#serializer.serialize({ scrollback: TERMINAL_SCROLLBACK }) + this.#modes()
        resolve({ rows, cols, data: Buffer.concat([Buffer.from(text), this.#open()]) })
      })
    })
  }

  close(): void {
    this.#terminal.dispose()
  }

  get #inside(): Inside {
    return (this.#terminal as unknown as { _core?: Inside })._core ?? {}
  }

  /** What the serializer leaves out. */
  #modes(): string {
    const { coreService, coreMouseService, buffer } = this.#inside
    const { cursorX, cursorY } = this.#terminal.buffer.active
    const { scrollTop = 0, scrollBottom = this.#terminal.rows - 1 } = buffer ?? {}
    const hasRegion = scrollTop !== 0 || scrollBottom !== this.#terminal.rows - 1
    return [
      // Setting the region moves the cursor.
      hasRegion ? `${ESC}[${scrollTop + 1};${scrollBottom + 1}r${ESC}[${cursorY + 1};${cursorX + 1}H` : '',
      coreMouseService?.activeEncoding === 'SGR' ? `${ESC}[?1006h` : '',
      coreService?.isCursorHidden ? `${ESC}[?25l` : '',
      this.#title === '' ? '' : `${ESC}]0;${this.#title}\x07`,
    ].join('')
  }

  /** What has begun and goes on in the output that comes next. */
  #open(): Buffer {
    const state = this.#inside._inputHandler?._parser?.currentState ?? GROUND
    if (state === GROUND) return this.#latest.subarray(this.#latest.length - openBytes(this.#latest))
    const begin = this.#latest.lastIndexOf(ESC_BYTE)
    return begin < 0 ? Buffer.alloc(0) : this.#latest.subarray(begin)
  }
}
