import { isolated } from '@windlass/shared-kit/i18n'
import { useAtomValue, useNamespace } from '@windlass/shared-kit/session'
import { useEffect } from 'react'
import { useAreaTitle } from '../areas/areaTitle.ts'
import { tabsAtom } from './tabs.ts'

/** Names the browser's window after page and namespace, so that several tabs can be told apart. */
export function useDocumentTitle(path: string): void {
  const tab = useAtomValue(tabsAtom).find((candidate) => candidate.path === path)
  const titleOf = useAreaTitle()
  const { name } = useNamespace()
  const page = tab && (tab.title ?? titleOf(tab.route.area, tab.route.title))
  useEffect(() => {
    document.title = [page, name, 'Windlass'].flatMap((part) => (part ? isolated(part) : [])).join(' · ')
  }, [page, name])
}
