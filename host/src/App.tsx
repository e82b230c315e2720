import { SessionProvider } from '@windlass/shared-kit/session'
import { HashRouter } from 'react-router-dom'
import { CrashFence } from './feedback/CrashFence.tsx'
import { Toasts } from './feedback/Toasts.tsx'
import { Guard } from './guard/Guard.tsx'

/** The whole console. */
export function App() {
  return (
    <SessionProvider>
      <CrashFence>
        <HashRouter>
          <Guard />
        </HashRouter>
      </CrashFence>
      <Toasts />
    </SessionProvider>
  )
}
