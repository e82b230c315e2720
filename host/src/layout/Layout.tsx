import './layout.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { Code } from '@windlass/shared-kit/contract'
import { ApiError } from '@windlass/shared-kit/http'
import { useLanguage } from '@windlass/shared-kit/i18n'
import { createQueryClient } from '@windlass/shared-kit/query'
import { permissionIdsAtom, useAtomValue } from '@windlass/shared-kit/session'
import { useThemeMode } from '@windlass/shared-kit/theme'
import { antdTheme } from '@windlass/shared-kit/ui'
import { App, ConfigProvider } from 'antd'
import { useEffect, useMemo } from 'react'
import { SignInAgainDialog } from '../feedback/SignInAgainDialog.tsx'
import { useSocket } from '../socket/useSocket.tsx'
import { Frame } from './Frame.tsx'
import { useAntdLocale } from './useAntdLocale.ts'

const isRefusal = (error: unknown) => error instanceof ApiError && error.code === Code.Denied

const queryClient = createQueryClient()
const settings = {
  warning: { strict: false },
  // A space inside two Chinese characters makes another word of them, for whoever searches or listens.
  button: { autoInsertSpace: false },
} as const

/** Everything behind the sign-in: look, server data, the live connection, and the frame around the pages. */
export default function Layout() {
  const mode = useThemeMode()
  const theme = useMemo(() => antdTheme(mode), [mode])
  const locale = useAntdLocale(useLanguage())
  return (
    <QueryClientProvider client={queryClient}>
      <ConfigProvider theme={theme} locale={locale} {...settings}>
        <App className="frame-root" message={{ maxCount: 3 }}>
          <Live />
          <Frame />
          <SignInAgainDialog />
        </App>
      </ConfigProvider>
    </QueryClientProvider>
  )
}

/** The live connection lives as long as the layout; it draws nothing. */
function Live() {
  useSocket()
  const held = useAtomValue(permissionIdsAtom)
  useEffect(() => {
    // What was refused may be allowed now; whoever looks at a refusal does not have to ask again.
    if (held.size > 0) void queryClient.invalidateQueries({ predicate: ({ state }) => isRefusal(state.error) })
  }, [held])
  return null
}
