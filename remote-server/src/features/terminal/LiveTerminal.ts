import { TERMINAL_PATH, type TerminalServerFrame, TerminalSessionList } from '@windlass/shared-kit/contract/terminal'
import { ApiError, call, socketAddress } from '@windlass/shared-kit/http'
import { atom, store } from '@windlass/shared-kit/session'
import { themeModeAtom } from '@windlass/shared-kit/theme'
import type { Screen, ScreenEvents } from './createScreen.ts'
import { NEW_PANE, type PaneState, plainTitle, withCtrl } from './paneState.ts'
import { goTo } from './shellFolder.ts'
import { TerminalLink } from './TerminalLink.ts'
import { terminalSettingsAtom } from './terminalSettings.ts'
import type { StreamEvent } from './terminalStream.ts'
import { terminalTheme } from './terminalThemes.ts'
import type { PaneSource } from './workspace.ts'

interface Owner {
  /** The session the pane stands for now; its page remembers it. */
  onSource: (source: PaneSource) => void
  /** Whether the key is done with. */
  onKey: (event: KeyboardEvent) => boolean
  /** A link was clicked that leads to `address` and says `shown`. */
  onLink: (address: string, shown: string) => void
  /** A guest was shown in or out, or the session ended. */
  onPeople: () => void
}

/** Leaves whatever screen and modes the last program was in; what it printed stays. */
const CALM = '\u001b[?1049l\u001b[!p\u001b[?1000l\u001b[?1002l\u001b[?1003l\u001b[?1006l\u001b[?2004l\r\n'
const EMPTY = '\u001bc'
const LEAST_FONT = 5

/** One terminal of the page: a screen, the way to its session, and what the pane around it shows. */
export class LiveTerminal {
  readonly stateAtom = atom<PaneState>(NEW_PANE)
  readonly #owner: Owner
  readonly #followed: (() => void)[]
  #source: PaneSource
  #screen: Screen | undefined
  #link: TerminalLink | undefined
  #isVisible = true
  #isDisposed = false
  #wantsFocus = false

  constructor(source: PaneSource, owner: Owner) {
    this.#source = source
    this.#owner = owner
    const restyle = () => this.#restyle()
    this.#followed = [store.sub(terminalSettingsAtom, restyle), store.sub(themeModeAtom, restyle)]
  }

  get state(): PaneState {
    return store.get(this.stateAtom)
  }

  get source(): PaneSource {
    return this.#source
  }

  /** Changes what the pane shows. */
  patch(change: Partial<PaneState>): void {
    store.set(this.stateAtom, { ...this.state, ...change })
  }

  /** Draws the terminal into an element of the page and connects. */
  async open(element: HTMLElement): Promise<void> {
    const { createScreen } = await import('./createScreen.ts')
    if (this.#isDisposed || this.#screen) return
    const [settings, theme] = this.#look()
    this.#screen = createScreen(settings, theme, this.#events())
    this.#screen.terminal.open(element)
    this.fit()
    this.show(this.#isVisible)
    if (this.#wantsFocus) this.focus()
    this.#connect()
  }

  /** Whether the pane is in sight; only then something that comes is no news. */
  show(isVisible: boolean): void {
    this.#isVisible = isVisible
    if (!isVisible) return
    if (this.state.hasNews) this.patch({ hasNews: false })
    this.#screen?.accelerate()
    this.fit()
  }

  /** Gives the terminal as many rows and columns as have room; a guest's letters shrink until the owner's screen fits. */
  fit(): void {
    const room = this.#screen?.room()
    if (!this.#screen || !room || !Number.isFinite(room.cols) || !Number.isFinite(room.rows)) return
    const { terminal } = this.#screen
    if (this.isGuest) return this.#shrink(room)
    if (terminal.rows === room.rows && terminal.cols === room.cols) {
      if (this.state.isMisfit) this.patch({ isMisfit: false })
      return
    }
    const isFollowed = this.#link?.resize(room.rows, room.cols) ?? true
    if (isFollowed) terminal.resize(room.cols, room.rows)
    this.patch({ size: { rows: terminal.rows, cols: terminal.cols }, isMisfit: !isFollowed })
  }

  focus(): void {
    this.#wantsFocus = true
    this.#screen?.terminal.focus()
  }

  /** Types as if the keys were pressed; answers whether anybody took it. */
  type(input: string): boolean {
    const isOpen = this.mayType && this.state.link.phase === 'open'
    if (isOpen) this.#link?.type(input)
    return isOpen
  }

  get isGuest(): boolean {
    return this.state.session !== undefined && this.state.session.role !== 'owner'
  }

  get mayType(): boolean {
    return this.state.session?.role !== 'view'
  }

  /** What is drawn; undefined while its code is loading. */
  get screen(): Screen | undefined {
    return this.#screen
  }

  /** Takes input of the screen's own making: keys, or what is pasted. */
  input(input: string | Uint8Array<ArrayBuffer>): void {
    if (!this.mayType) return
    if (this.state.isIdle) this.patch({ isIdle: false })
    // Whoever types has begun something of his own, into which a command must not fall.
    if (this.state.isNewShell) this.patch({ isNewShell: false, folderBefore: undefined })
    const isHeld = this.state.isCtrlHeld && typeof input === 'string'
    if (isHeld) this.patch({ isCtrlHeld: false })
    this.#link?.type(isHeld ? withCtrl(input) : input)
  }

  /** Connects again to the same session: at once instead of in a while, or after another device took it. */
  reconnect(): void {
    this.#link?.connect()
    this.focus()
  }

  /** Opens a new shell on the same server below what is on the screen. */
  restart(): void {
    this.#link?.dispose()
    const { serverId, serverName, folder } = this.#source
    this.#source = { serverId, serverName }
    this.#owner.onSource(this.#source)
    this.#screen?.terminal.write(CALM)
    this.patch({ link: { phase: 'connecting' }, session: undefined, people: [], title: '', isMisfit: false })
    this.patch({ isNewShell: true, folderBefore: folder })
    this.fit()
    this.#connect()
    this.focus()
  }

  /** Goes where the shell before was, or stays in the folder of the login. */
  answerFolder(goes: boolean): void {
    const { folderBefore } = this.state
    this.patch({ isNewShell: false, folderBefore: undefined })
    if (goes && folderBefore !== undefined) this.type(goTo(folderBefore))
    this.focus()
  }

  /** Takes the pane away; the server keeps the session for a while. */
  dispose(): void {
    this.#isDisposed = true
    for (const stop of this.#followed) stop()
    this.#link?.dispose()
    this.#screen?.dispose()
  }

  #look() {
    const settings = store.get(terminalSettingsAtom)
    return [settings, terminalTheme(settings.theme, store.get(themeModeAtom))] as const
  }

  #restyle(): void {
    this.#screen?.change(...this.#look())
    this.fit()
  }

  #events(): ScreenEvents {
    return {
      onType: (input) => this.input(input),
      onTitle: (title) => this.patch({ title: plainTitle(title) }),
      onBell: () => this.#news(),
      onFolder: (folder) => this.#note(folder),
      onClipboard: (text) => this.#offer(text),
      onLink: this.#owner.onLink,
      onKey: this.#owner.onKey,
      onFound: (found) => this.state.isFinding && this.patch({ found }),
    }
  }

  #news(): void {
    if (!this.#isVisible && !this.state.hasNews) this.patch({ hasNews: true })
  }

  /** Kept with the pane, so that it is known when the session is not there any more. */
  #note(folder: string): void {
    if (folder === this.state.folderBefore) this.patch({ folderBefore: undefined })
    if (this.isGuest || folder === this.#source.folder) return
    this.#source = { ...this.#source, folder }
    this.#owner.onSource(this.#source)
  }

  #offer(text: string): void {
    const { offersClipboard } = store.get(terminalSettingsAtom)
    // One question at a time: a flood of them must not cover the terminal.
    if (!offersClipboard || this.state.isClipboardDeaf || this.state.question) return
    this.patch({ question: { about: 'clipboard', text } })
  }

  #connect(): void {
    const { serverId } = this.#source
    this.#link = new TerminalLink({
      address: (position) => this.#address(serverId, position),
      onEvent: (event) => this.#take(event),
      onState: (link) => this.patch({ link }),
      diagnose,
    })
    this.#link.connect()
  }

  #address(serverId: number, offset: number): string {
    const { rows = 24, cols = 80 } = this.#screen?.terminal ?? {}
    const { session, ticket } = this.#source
    const whose = session ? { session, ...(ticket && { ticket }), ...(offset > 0 && { offset }) } : { serverId }
    return socketAddress(TERMINAL_PATH, { ...whose, rows, cols, ctl: 1 })
  }

  #take(event: StreamEvent): void {
    const terminal = this.#screen?.terminal
    if (event.type === 'frame') return this.#obey(event.frame)
    if (event.type === 'plain') return
    if (event.type === 'redraw') return terminal?.write(event.bytes)
    terminal?.write(event.bytes, () => this.#link?.show(event.end))
    this.#news()
  }

  #obey(frame: TerminalServerFrame): void {
    if (frame.type === 'people') {
      this.patch({ people: frame.list })
      this.#owner.onPeople()
    }
    if (frame.type === 'idle') this.patch({ isIdle: true })
    if (frame.type === 'resized') this.#adopt(frame)
    if (frame.type === 'screen') this.#empty(frame)
    if (frame.type !== 'ready') return
    const { serverId, serverName, session } = frame
    this.#source = { serverId, serverName, session, folder: this.#source.folder }
    this.#owner.onSource(this.#source)
    this.patch({ session: frame, isMisfit: false })
    if (frame.restored === 'screen') this.#empty(frame)
    else this.#adopt(frame)
    // While it was away the pane may have changed.
    if (frame.role === 'owner') this.#tellSize(frame)
  }

  /** Written like output, so that it happens behind everything that came before. */
  #empty(size: { rows: number; cols: number }): void {
    this.#screen?.terminal.write(EMPTY)
    this.#adopt(size)
  }

  #adopt({ rows, cols }: { rows: number; cols: number }): void {
    this.patch({ size: { rows, cols } })
    this.#screen?.terminal.resize(cols, rows)
    this.fit()
  }

  #tellSize(known: { rows: number; cols: number }): void {
    const terminal = this.#screen?.terminal
    // The link counts as open only after this frame.
    queueMicrotask(() => {
      if (terminal && (terminal.rows !== known.rows || terminal.cols !== known.cols)) {
        this.#link?.resize(terminal.rows, terminal.cols)
      }
    })
  }

  #shrink(room: { rows: number; cols: number }): void {
    const screen = this.#screen
    if (!screen) return
    const { rows, cols } = this.state.size
    const usual = store.get(terminalSettingsAtom).fontSize
    const present = screen.terminal.options.fontSize ?? usual
    const fitting = Math.floor(present * Math.min(room.cols / cols, room.rows / rows))
    screen.terminal.options.fontSize = Math.max(LEAST_FONT, Math.min(usual, fitting))
  }
}

/** A browser is not told why a socket was refused; any call that asks for the same is. */
async function diagnose(): Promise<string | undefined> {
  try {
    await call(TerminalSessionList, {}, { quiet: true })
    return undefined
  } catch (error) {
    return error instanceof ApiError ? error.message : undefined
  }
}
