import '@xterm/xterm/css/xterm.css'
import { TERMINAL_SCROLLBACK } from '@windlass/shared-kit/contract/terminal'
import { FONT } from '@windlass/shared-kit/theme/tokens'
import { FitAddon } from '@xterm/addon-fit'
import { SearchAddon } from '@xterm/addon-search'
import { Unicode11Addon } from '@xterm/addon-unicode11'
import { WebLinksAddon } from '@xterm/addon-web-links'
import { WebglAddon } from '@xterm/addon-webgl'
import { type ILink, Terminal } from '@xterm/xterm'
import { keepErased } from './keepErased.ts'
import { folderOf } from './shellFolder.ts'
import type { TerminalSettings } from './terminalSettings.ts'
import { type TerminalTheme, xtermTheme } from './terminalThemes.ts'

/** Browsers give a page so many drawing contexts and take the oldest away when there are more. */
const MOST_ACCELERATED = 8
let hasGraphics: boolean | undefined
const accelerated: { element: HTMLElement | undefined; addon: WebglAddon }[] = []

/** Where a program plays the graphics card, drawing takes the time that keys and output need. */
function findGraphics(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  const info = context?.getExtension('WEBGL_debug_renderer_info')
  const name = info ? String(context?.getParameter(info.UNMASKED_RENDERER_WEBGL)) : ''
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return Boolean(context) && !/swiftshader|llvmpipe|software|basic render/i.test(name)
}

/** Draws with the graphics card where there is one; everywhere else the page's own elements do. */
function accelerate(terminal: Terminal): void {
  hasGraphics ??= findGraphics()
  if (!hasGraphics) return
  const known = accelerated.findIndex(({ element }) => element === terminal.element)
  if (known >= 0) return void accelerated.push(...accelerated.splice(known, 1))
  try {
    const addon = new WebglAddon()
    const entry = { element: terminal.element, addon }
    const forget = () => {
      const at = accelerated.indexOf(entry)
      if (at >= 0) accelerated.splice(at, 1)
    }
    addon.onContextLoss(() => {
      forget()
      addon.dispose()
    })
    terminal.loadAddon(addon)
    accelerated.push(entry)
    if (accelerated.length > MOST_ACCELERATED) accelerated.shift()?.addon.dispose()
  } catch (error) {
    hasGraphics = false
    console.info('terminals are drawn without WebGL:', String(error))
  }
}

/** What a terminal tells its pane. */
export interface ScreenEvents {
  onType: (input: string | Uint8Array<ArrayBuffer>) => void
  onTitle: (title: string) => void
  onBell: () => void
  /** The shell says where it is. */
  onFolder: (folder: string) => void
  /** A program wants to put something on the clipboard. */
  onClipboard: (text: string) => void
  /** Somebody clicked on an address; `shown` is what stands there. */
  onLink: (address: string, shown: string) => void
  /** Whether the key is done with and must not reach the shell. */
  onKey: (event: KeyboardEvent) => boolean
  onFound: (found: { at: number; of: number }) => void
}

const MOST_COPIED = 100_000

/** The text of an OSC 52 that sets the clipboard; undefined for one that asks what is on it, which nobody is told. */
function clipboardText(data: string): string | undefined {
  const encoded = data.slice(data.indexOf(';') + 1)
  if (encoded === '?' || encoded === '' || encoded.length > MOST_COPIED) return undefined
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(encoded), (letter) => letter.codePointAt(0) ?? 0))
  } catch {
    // Not base64: a program that does not know what it sends.
    return undefined
  }
}

const isOpening = (event: MouseEvent) => event.ctrlKey || event.metaKey

/** What stands where a link is; one that goes on in the next line is read to the end. */
function textAt(terminal: Terminal, { start, end }: ILink['range']): string {
  const rows = Array.from({ length: end.y - start.y + 1 }, (_, index) => start.y + index)
  return rows
    .map((y) =>
      terminal.buffer.active
        .getLine(y - 1)
        ?.translateToString(true, y === start.y ? start.x - 1 : 0, y === end.y ? end.x : undefined),
    )
    .join('')
}

function listen(terminal: Terminal, events: ScreenEvents): void {
  terminal.onData(events.onType)
  terminal.onBinary((data) => events.onType(Uint8Array.from(data, (letter) => letter.codePointAt(0) ?? 0)))
  terminal.onTitleChange(events.onTitle)
  terminal.onBell(events.onBell)
  terminal.parser.registerOscHandler(7, (data) => {
    const folder = folderOf(data)
    if (folder !== undefined) events.onFolder(folder)
    return true
  })
  terminal.parser.registerOscHandler(52, (data) => {
    const text = clipboardText(data)
    if (text !== undefined) events.onClipboard(text)
    return true
  })
  terminal.attachCustomKeyEventHandler((event) => !events.onKey(event))
  terminal.options.linkHandler = {
    allowNonHttpProtocols: false,
    activate: (event, address, range) => isOpening(event) && events.onLink(address, textAt(terminal, range)),
  }
}

/** The terminal of one pane with everything it can do; drawn into an element once. */
export function createScreen(settings: TerminalSettings, theme: TerminalTheme, events: ScreenEvents) {
  const terminal = new Terminal({
    allowProposedApi: true,
    scrollback: TERMINAL_SCROLLBACK,
    fontFamily: FONT.code,
    fontSize: settings.fontSize,
    theme: xtermTheme(theme),
    minimumContrastRatio: theme.contrast,
    cursorBlink: settings.blinks,
    screenReaderMode: settings.screenReader,
    macOptionIsMeta: true,
    rightClickSelectsWord: false,
    logLevel: 'off',
  })
  const fit = new FitAddon()
  const search = new SearchAddon()
  terminal.loadAddon(fit)
  terminal.loadAddon(search)
  terminal.loadAddon(new Unicode11Addon())
  terminal.unicode.activeVersion = '11'
  terminal.loadAddon(new WebLinksAddon((event, address) => isOpening(event) && events.onLink(address, address)))
  search.onDidChangeResults(({ resultIndex, resultCount }) => events.onFound({ at: resultIndex + 1, of: resultCount }))
  keepErased(terminal)
  listen(terminal, events)
  return {
    terminal,
    search,
    /** How many rows and columns have room; undefined while it is not laid out. */
    room: () => fit.proposeDimensions(),
    accelerate: () => accelerate(terminal),
    change: (changed: TerminalSettings, colours: TerminalTheme) => {
      terminal.options.fontSize = changed.fontSize
      terminal.options.cursorBlink = changed.blinks
      terminal.options.screenReaderMode = changed.screenReader
      terminal.options.theme = xtermTheme(colours)
      terminal.options.minimumContrastRatio = colours.contrast
    },
    dispose: () => {
      const at = accelerated.findIndex(({ element }) => element === terminal.element)
      if (at >= 0) accelerated.splice(at, 1)
      terminal.dispose()
    },
  }
}

export type Screen = ReturnType<typeof createScreen>
