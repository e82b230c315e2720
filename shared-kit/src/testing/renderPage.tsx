import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App, ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import type { Endpoint, InputOf } from '../contract/endpoint.ts'
import type { PermissionId } from '../contract/permission.ts'
import { toast, toastsAtom } from '../feedback/toast.ts'
import { onCallError } from '../http/callError.ts'
import { i18n, type LanguageCode, registerTexts, startI18n } from '../i18n/i18n.ts'
import { createQueryClient } from '../query/createQueryClient.ts'
import type { RemoteDefinition } from '../remote/defineRemote.ts'
import { type CurrentUser, setSession } from '../session/session.ts'
import { SessionProvider, store } from '../session/store.ts'
import { storeNamespace } from '../session/storedNamespace.ts'
import { antdTheme } from '../ui/antdTheme.ts'
import { type Answer, pretendServer } from './answers.ts'

/** How the page is opened. */
export interface PageOptions {
  /** The area the page belongs to, for its texts. */
  remote?: Pick<RemoteDefinition, 'id' | 'locales'>
  /** The address with its query. */
  path?: string
  /** The route's path, when it has parameters. */
  route?: string
  user?: Partial<CurrentUser>
  permissions?: readonly PermissionId[]
  language?: LanguageCode
  /** What the server says; more can be pushed while the test runs, the last one for an endpoint counts. */
  answers?: Answer[]
}

const ADA: CurrentUser = { id: 1, account: 'ada', name: 'Ada', superManager: 0 }
const look = antdTheme('light')
const still = { ...look, token: { ...look.token, motion: false } }
let leave = () => undefined as void

/** Shows a page as the host does: signed in, with texts, look, server data and an address of its own. */
export async function renderPage(page: ReactNode, options: PageOptions = {}) {
  const { remote, path = '/', route = '*', user, permissions = [], language = 'en', answers = [] } = options
  cleanup()
  leave()
  await startI18n(language)
  if (remote) {
    i18n.removeResourceBundle(language, remote.id)
    await registerTexts(remote.id, remote.locales)
  }
  storeNamespace({ id: 1, name: 'default', roleId: 1 })
  setSession({ userInfo: { ...ADA, ...user }, namespace: { id: 1, permissionIds: [...permissions] } })
  store.set(toastsAtom, [])
  const server = pretendServer(answers)
  const unsubscribe = onCallError((error) => toast.error(error.message, error.requestId))
  leave = () => {
    unsubscribe()
    server.restore()
  }

  let address = path
  const Address = () => {
    const { pathname, search } = useLocation()
    address = pathname + search
    return null
  }
  const view = render(
    <SessionProvider>
      <QueryClientProvider client={createQueryClient()}>
        <ConfigProvider theme={still}>
          <App>
            <MemoryRouter initialEntries={[path]}>
              <Address />
              <Routes>
                <Route path={route} element={page} />
              </Routes>
            </MemoryRouter>
          </App>
        </ConfigProvider>
      </QueryClientProvider>
    </SessionProvider>,
  )
  return {
    ...view,
    /** Types and clicks as a person does. */
    actor: userEvent.setup(),
    calls: server.calls,
    /** What an endpoint was sent, oldest first. */
    inputsOf: <E extends Endpoint>(endpoint: E): InputOf<E>[] =>
      // `call` is typed by the same endpoint; a query's values arrive as texts.
      server.calls.filter((made) => made.endpoint.path === endpoint.path).map(({ input }) => input as InputOf<E>),
    /** Path and query where the page is now. */
    path: () => address,
    /** The short messages over the page. */
    toasts: () => store.get(toastsAtom).map(({ text }) => text),
  }
}
