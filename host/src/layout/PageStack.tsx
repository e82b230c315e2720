import { PageActiveContext, PageTitleContext } from '@windlass/shared-kit/remote'
import { useAtomValue } from '@windlass/shared-kit/session'
import { memo, useCallback } from 'react'
import { Route, Routes } from 'react-router-dom'
import { AreaPage } from '../areas/AreaPage.tsx'
import { allowedRoutesAtom } from '../areas/areaRoutes.ts'
import { rename, type Tab, tabsAtom } from './tabs.ts'

/** Every page that is kept alive, of which one is shown; the others keep their state, scroll position and connections. */
export function PageStack({ activePath }: { activePath: string }) {
  const tabs = useAtomValue(tabsAtom)
  const allowed = useAtomValue(allowedRoutesAtom)
  // What somebody may not see any more does not stay behind a page that refuses it.
  const isAllowed = ({ route }: Tab) => allowed.some(({ path }) => path === route.path)
  return tabs
    .filter((tab) => tab.isLive && isAllowed(tab))
    .map((tab) => <TabPage key={`${tab.path} ${tab.generation}`} tab={tab} isActive={tab.path === activePath} />)
}

const TabPage = memo(function TabPage({ tab, isActive }: { tab: Tab; isActive: boolean }) {
  const { path, search, route } = tab
  const setTitle = useCallback((title: string | undefined) => rename(path, title), [path])
  return (
    <div className="page" data-active={isActive} inert={!isActive}>
      <PageActiveContext value={isActive}>
        <PageTitleContext value={setTitle}>
          {/* Its own location: a hidden page must not see the address of the one that is shown. */}
          <Routes location={{ pathname: path, search }}>
            <Route path={route.path} element={<AreaPage route={route} />} />
          </Routes>
        </PageTitleContext>
      </PageActiveContext>
    </div>
  )
})
