import { useTranslation } from '@windlass/shared-kit/i18n'
import { useAtomValue, useUser } from '@windlass/shared-kit/session'
import { lazy, Suspense, useEffect, useLayoutEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { allowedRoutesAtom, findRoute } from '../areas/areaRoutes.ts'
import { registryAtom } from '../areas/registry.ts'
import { withdrawnAtom } from '../areas/withdrawn.ts'
import { DialogHost } from './DialogHost.tsx'
import { Landing } from './Landing.tsx'
import { PageStack } from './PageStack.tsx'
import { Sidebar } from './Sidebar.tsx'
import { TabStrip } from './TabStrip.tsx'
import { TopBar } from './TopBar.tsx'
import { openPinned, rest, visit } from './tabs.ts'
import { useDocumentTitle } from './useDocumentTitle.ts'
import { overlayAtom, useShortcuts } from './useShortcuts.ts'

const CommandPalette = lazy(() => import('../palette/CommandPalette.tsx'))
const KeyboardHelp = lazy(() => import('../palette/KeyboardHelp.tsx'))
const FirstSteps = lazy(() => import('../first-steps/FirstSteps.tsx'))
const PreviewBanner = lazy(() => import('../notices/PreviewBanner.tsx'))
const WithdrawnNote = lazy(() => import('../notices/WithdrawnNote.tsx'))

/** Top bar, tabs and the pages. */
export function Frame() {
  const { t } = useTranslation('host')
  const { pathname, search } = useLocation()
  const routes = useAtomValue(allowedRoutesAtom)
  const overlay = useAtomValue(overlayAtom)
  const { firstSteps } = useUser()
  const isPreview = useAtomValue(registryAtom).preview !== undefined
  const hasWithdrawn = useAtomValue(withdrawnAtom).length > 0
  const route = findRoute(routes, pathname)
  useShortcuts()
  useDocumentTitle(pathname)

  useEffect(() => openPinned(routes), [routes])
  // Before the browser paints: the page belongs into the same picture as its tab.
  useLayoutEffect(() => {
    if (route) visit(route, pathname, search)
    return () => rest(pathname)
  }, [route, pathname, search])

  return (
    <div className="frame">
      <a className="skip-link" href="#content" onClick={focusContent}>
        {t('skipToContent')}
      </a>
      <TopBar />
      <Suspense>{isPreview && <PreviewBanner />}</Suspense>
      <TabStrip />
      <Suspense>{firstSteps === 'shown' && <FirstSteps />}</Suspense>
      <div className="frame-body">
        <Sidebar />
        <main className="frame-content" id="content" tabIndex={-1}>
          <PageStack activePath={pathname} />
          {!route && <Landing />}
        </main>
      </div>
      <Suspense>{hasWithdrawn && <WithdrawnNote />}</Suspense>
      <DialogHost />
      <Suspense>
        {overlay === 'palette' && <CommandPalette />}
        {overlay === 'help' && <KeyboardHelp />}
      </Suspense>
    </div>
  )
}

// The address after `#` is the route, so the link itself must not be followed.
function focusContent(event: { preventDefault: () => void }): void {
  event.preventDefault()
  document.getElementById('content')?.focus()
}
