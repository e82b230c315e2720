import type { LanguageCode } from '@windlass/shared-kit/i18n'
import type { Palette } from '@windlass/shared-kit/theme/tokens'
import type { InitialState, ToolResult } from '../box/tool.ts'

/** How a toolbox looks. */
export interface ToolboxTheme {
  /** `system` follows the operating system. */
  mode?: 'dark' | 'light' | 'system'
  /** Colours in place of ours, by their name, like `{ accent: '#0a7d5a' }`. */
  tokens?: Partial<Palette>
}

/** What a page says about its toolbox; everything has a default. */
export interface ToolboxOptions {
  /** Which tools, in this order; all when absent. */
  tools?: readonly string[]
  /** The tool that shows; the one used last, else the first, when absent. */
  tool?: string
  /** That of the page when absent: of the nearest `lang` attribute, else of the browser. */
  language?: LanguageCode
  theme?: ToolboxTheme
  /** In the page, or over it. */
  display?: 'dialog' | 'inline'
  /** Whether the dialog is open. */
  open?: boolean
  /** Keeps the styles of the page and ours apart; cannot change later. */
  shadow?: boolean
  /** Whether this browser remembers tool and inputs as long as its user has not chosen; cannot change later. */
  remember?: boolean
  /** Inputs by tool, like `{ json: { text: '[1]' } }`. */
  initialState?: InitialState
  /** A tool shows another result; "" when it shows none any more. */
  onResult?: (result: ToolResult) => void
  /** Somebody closed the dialog. */
  onClose?: () => void
}

/** Options with their defaults. */
export type Settings = Required<Omit<ToolboxOptions, 'onClose' | 'onResult' | 'theme' | 'tool'>> & {
  tool: string | undefined
  theme: Required<ToolboxTheme>
}
