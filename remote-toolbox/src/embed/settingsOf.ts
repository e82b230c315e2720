import type { LanguageCode } from '@windlass/shared-kit/i18n'
import { TOOLS } from '../tools/tools.ts'
import type { Settings, ToolboxOptions } from './options.ts'

/** The language of the page around an element, as far as we speak it. */
function languageAround(element: Element): LanguageCode {
  const said = element.closest<HTMLElement>('[lang]')?.lang || navigator.language
  return said.toLowerCase().startsWith('zh') ? 'zh-cn' : 'en'
}

/** Puts the defaults in place of what the page did not say. */
export function settingsOf(options: ToolboxOptions, element: Element): Settings {
  const { theme } = options
  return {
    tools: options.tools ?? TOOLS.map(({ id }) => id),
    tool: options.tool,
    language: options.language ?? languageAround(element),
    theme: { mode: theme?.mode ?? 'system', tokens: theme?.tokens ?? {} },
    display: options.display ?? 'inline',
    open: options.open ?? true,
    shadow: options.shadow ?? true,
    remember: options.remember ?? false,
    initialState: options.initialState ?? {},
  }
}
