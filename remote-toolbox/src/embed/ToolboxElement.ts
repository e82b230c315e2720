import { type MountedToolbox, mount } from './mount.tsx'
import type { ToolboxOptions, ToolboxTheme } from './options.ts'

const NAME = 'windlass-toolbox'

/** Each attribute with how its text becomes an option. */
const OPTIONS: Readonly<Record<string, (text: string) => Partial<Record<keyof ToolboxOptions, unknown>>>> = {
  tools: (text) => ({ tools: text.split(/[\s,]+/).filter((id) => id !== '') }),
  tool: (text) => ({ tool: text }),
  language: (text) => ({ language: text }),
  display: (text) => ({ display: text }),
  remember: () => ({ remember: true }),
  'no-shadow': () => ({ shadow: false }),
}

/** An attribute that was taken away is an option that is not said any more. */
const UNSAID: ToolboxOptions = { tools: undefined, tool: undefined, language: undefined, display: undefined }

/**
 * `<windlass-toolbox tools="json md5" theme="dark">`: mount() as an element. Attributes are texts, what is no text is a
 * property (`state`, `tokens`), and what happens is an event (`result`, `close`).
 */
class ToolboxElement extends HTMLElement {
  static readonly observedAttributes = [...Object.keys(OPTIONS), 'theme', 'open']
  #mounted: MountedToolbox | undefined
  #state: ToolboxOptions['initialState']
  #tokens: ToolboxTheme['tokens']

  /** Inputs by tool, to start with. */
  get state(): ToolboxOptions['initialState'] {
    return this.#state
  }
  set state(state: ToolboxOptions['initialState']) {
    this.#state = state
    this.#update()
  }

  /** Colours in place of ours. */
  get tokens(): ToolboxTheme['tokens'] {
    return this.#tokens
  }
  set tokens(tokens: ToolboxTheme['tokens']) {
    this.#tokens = tokens
    this.#update()
  }

  connectedCallback(): void {
    // Moved within the page it is taken out and put in again: then it goes on.
    if (!this.#mounted) this.#mounted = mount(this, this.#options())
  }

  disconnectedCallback(): void {
    queueMicrotask(() => {
      if (this.isConnected) return
      this.#mounted?.unmount()
      this.#mounted = undefined
    })
  }

  /** Keeps it going where the page moves it with `moveBefore`. */
  connectedMoveCallback(): void {
    // Nothing to do: that it is here says that it needs not be taken out.
  }

  attributeChangedCallback(): void {
    this.#update()
  }

  #update(): void {
    this.#mounted?.update(this.#options())
  }

  #options(): ToolboxOptions {
    const said = Object.entries(OPTIONS).flatMap(([name, read]) => {
      const text = this.getAttribute(name)
      return text === null ? [{}] : [read(text)]
    })
    const mode = this.getAttribute('theme') ?? undefined
    return Object.assign({}, UNSAID, ...said, {
      theme: { mode, tokens: this.#tokens },
      initialState: this.#state,
      open: this.hasAttribute('open'),
      onResult: (detail: unknown) => this.dispatchEvent(new CustomEvent('result', { detail })),
      onClose: () => {
        this.removeAttribute('open')
        this.dispatchEvent(new Event('close'))
      },
    })
  }
}

/** Makes `<windlass-toolbox>` known, unless the page has one: then two of our scripts are in it. */
export function defineElement(): void {
  if (!customElements.get(NAME)) customElements.define(NAME, ToolboxElement)
}
