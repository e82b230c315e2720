import './provided/shared.js'
import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime'
import { startI18n } from '@windlass/shared-kit/i18n'
import { SessionProvider } from '@windlass/shared-kit/session'
import { applyTheme } from '@windlass/shared-kit/theme'
import { onCallError } from '@windlass/shared-kit/http'
import { useCan } from '@windlass/shared-kit/permission'
import { PageActiveContext } from '@windlass/shared-kit/remote'
import { toast } from '@windlass/shared-kit/feedback'
import { createRoot } from 'react-dom/client'
import { HashRouter } from 'react-router-dom'
import { lazy, Suspense } from 'react'
const Layout = lazy(() => import('./layout/Layout.tsx'))
function Root() {
  useCan([])
  return (
    <PageActiveContext value={true}>
      <HashRouter>
        <Suspense>
          <Layout />
        </Suspense>
      </HashRouter>
    </PageActiveContext>
  )
}
await startI18n()
applyTheme()
onCallError((e) => toast.error(e.message))
Object.assign(window, { registerRemotes, loadRemote })
createRoot(document.getElementById('root') ?? document.body).render(
  <SessionProvider>
    <Root />
  </SessionProvider>,
)
