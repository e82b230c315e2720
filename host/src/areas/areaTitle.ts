import { type LanguageCode, useLanguage } from '@windlass/shared-kit/i18n'
import { useAtomValue } from '@windlass/shared-kit/session'
import { registryAtom } from './registry.ts'

/** Answers titles from the registry, so that menu and tabs have their names before any area is loaded. */
export function useAreaTitle(): (area: string, title: string) => string {
  const registry = useAtomValue(registryAtom)
  const language: LanguageCode = useLanguage()
  return (area, title) => registry.remotes[area]?.titles[language][title] ?? title
}

/** What people call an area: the name of its first group or dialog in the menu, else its id. */
export function useAreaName(): (area: string) => string {
  const registry = useAtomValue(registryAtom)
  const titleOf = useAreaTitle()
  return (area) => {
    const release = registry.remotes[area]
    const key = release?.groups[0]?.title ?? release?.dialogs[0]?.title
    return key === undefined ? area : titleOf(area, key)
  }
}
