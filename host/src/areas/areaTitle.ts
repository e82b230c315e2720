import { type LanguageCode, useLanguage } from '@windlass/shared-kit/i18n'
import { useAtomValue } from '@windlass/shared-kit/session'
import { registryAtom } from './registry.ts'

/** Answers titles from the registry, so that menu and tabs have their names before any area is loaded. */
export function useAreaTitle(): (area: string, title: string) => string {
  const registry = useAtomValue(registryAtom)
  const language: LanguageCode = useLanguage()
  return (area, title) => registry.remotes[area]?.titles[language][title] ?? title
}
