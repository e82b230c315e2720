import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { App, ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { HashRouter, Route, Routes } from 'react-router-dom'
import { onTestFinished } from 'vitest'
import type { Endpoint, InputOf } from '../contract/endpoint.ts'
import type { PermissionId } from '../contract/permission.ts'
import { toast, toastsAtom } from '../feedback/toast.ts'
import { onCallError } from '../http/callError.ts'
import { i18n, type LanguageCode, registerTexts, startI18n, switchLanguage } from '../i18n/i18n.ts'
import { loadPermissionTexts } from '../permission/permissionTexts.ts'
import { createQueryClient } from '../query/createQueryClient.ts'
import type { RemoteDefinition } from '../remote/defineRemote.ts'
import { type CurrentUser, setSession } from '../session/session.ts'
import { SessionProvider, store } from '../session/store.ts'
import { type StoredNamespace, storeNamespace } from '../session/storedNamespace.ts'
import { antdTheme } from '../ui/antdTheme.ts'
import { type Answer, pretendServer } from './answers.ts'

/** Who looks at the page, where, and what the server says. */
export interface PageOptions {
  /** The area the page belongs to: its texts are loaded before the page is drawn. */
  remote?: Pick<RemoteDefinition, 'id' | 'locales'>
  /** Address with query, as after `#`. */
  path?: string
  /** Pattern of the route, when the page reads parameters from its path. */
  route?: string
  permissions?: readonly PermissionId[]
  user?: Partial<CurrentUser>
  namespace?: Partial<StoredNamespace>
  language?: LanguageCode
  /** More can be pushed while the test runs: the last answer for an endpoint counts. */
  answers?: Answer[]
}

/** A busy machine is slow, not wrong; tests that wait for nothing still fail, only later. */
configure({ asyncUtilTimeout: 10_000 })

const USER: CurrentUser = { id: 1, account: 'ada', name: 'Ada', superManager: 0 }
const NAMESPACE: StoredNamespace = { id: 1, name: 'first', roleId: 1 }
const look = antdTheme('light')
const still = { ...look, token: { ...look.token, motion: false } }
let leave = () => {}

async function prepare({ remote, path = '/', permissions = [], ...options }: PageOptions): Promise<void> {
  localStorage.clear()
  sessionStorage.clear()
  const namespace = { ...NAMESPACE, ...options.namespace }
  storeNamespace(namespace)
  setSession({
    userInfo: { ...USER, ...options.user },
    namespace: { id: namespace.id, permissionIds: [...permissions] },
  })
  store.set(toastsAtom, [])
  location.hash = `#${path}`
  if (!i18n.isInitialized) await startI18n('en')
  await switchLanguage(options.language ?? 'en')
  if (remote) await registerTexts(remote.id, remote.locales)
  await loadPermissionTexts()
}

/**
 * Draws a page as the host would: session, server data, texts, router and look are real, only the network is not.
 * Everything is put back when the test ends or draws the next page.
 */
export async function renderPage(page: ReactNode, options: PageOptions = {}) {
  leave()
  await prepare(options)
  const answers = options.answers ?? []
  const server = pretendServer(answers)
  const stopListening = onCallError((error) => toast.error(error.message, error.requestId))
  const queryClient = createQueryClient()
  leave = () => {
    cleanup()
    queryClient.clear()
    stopListening()
    server.restore()
    leave = () => {}
  }
  onTestFinished(() => leave())
  const view = render(
    <SessionProvider>
      <QueryClientProvider client={queryClient}>
        <ConfigProvider theme={still}>
          <App>
            <HashRouter>
              <Routes>
                <Route path={options.route ?? '*'} element={page} />
              </Routes>
            </HashRouter>
          </App>
        </ConfigProvider>
      </QueryClientProvider>
    </SessionProvider>,
  )
  return {
    ...view,
    /** Types and clicks as a person does. */
    actor: userEvent.setup(),
    queryClient,
    /** Every call so far, oldest first. */
    calls: server.calls,
    /** What an endpoint was sent so far, oldest first. */
    inputsOf: <E extends Endpoint>(endpoint: E): InputOf<E>[] =>
      // Typed by the same endpoint on both sides.
      server.calls.filter((made) => made.endpoint.path === endpoint.path).map(({ input }) => input as InputOf<E>),
    /** Changes what the server says from now on. */
    answer: (...later: Answer[]) => answers.push(...later),
    /** The short messages over the page. */
    toasts: () => store.get(toastsAtom).map(({ text }) => text),
    /** Address with query, as after `#`. */
    path: () => location.hash.slice(1),
  }
}
