import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { Code, Permission } from '@windlass/shared-kit/contract'
import { NamespaceOptionList } from '@windlass/shared-kit/contract/namespace'
import { RoleGrantors, RoleList } from '@windlass/shared-kit/contract/role'
import { type SessionInfo, UserConfig, UserInfo, UserLogin, UserLogout } from '@windlass/shared-kit/contract/session'
import { toastsAtom } from '@windlass/shared-kit/feedback'
import { call } from '@windlass/shared-kit/http'
import { registerTexts, startI18n, switchLanguage } from '@windlass/shared-kit/i18n'
import type { AreaRelease, RemoteDefinition } from '@windlass/shared-kit/remote'
import {
  hasLoginMarker,
  readNamespace,
  setLoginMarker,
  setSession,
  store,
  storeNamespace,
} from '@windlass/shared-kit/session'
import { type Answer, answer, pretendServer, refuse } from '@windlass/shared-kit/testing'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { App } from './App.tsx'
import { loadContainer } from './areas/containers.ts'
import { registryAtom } from './areas/registry.ts'
import { signInAgainAtom, startErrorCatalogue } from './feedback/errorCatalogue.ts'
import { restartSession } from './guard/loadSession.ts'
import { keepTabs } from './layout/tabs.ts'

// The network edge: what other builds and the websocket answer cannot be had without a browser; e2e tests do the rest.
vi.mock('./areas/containers.ts', () => ({ loadContainer: vi.fn(), guardLoader: vi.fn() }))

function Counter() {
  const [count, setCount] = useState(0)
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      clicked {count}
    </button>
  )
}
function Broken(): never {
  throw new Error('render failed')
}
const definition: RemoteDefinition = {
  id: 'area',
  locales: { en: async () => ({ default: {} }), 'zh-cn': async () => ({ default: {} }) },
  routes: [
    {
      path: '/deploy/index',
      title: 'deploy',
      pinned: true,
      access: [Permission.ShowDeployPage],
      page: async () => ({ default: Counter }),
    },
    {
      path: '/server/index',
      title: 'servers',
      access: [Permission.ShowServerPage],
      page: async () => ({ default: () => <p>server page</p> }),
    },
    {
      path: '/server/broken',
      title: 'broken',
      access: [Permission.ShowServerPage],
      page: async () => ({ default: Broken }),
    },
    {
      path: '/user/profile',
      title: 'profile',
      hidden: true,
      page: async () => ({ default: () => <p>profile page</p> }),
    },
  ],
}
const release: AreaRelease = {
  id: 'area',
  version: '1.2.3',
  base: '',
  files: [],
  integrity: {},
  dialogs: [],
  entry: '',
  container: 'area',
  manifest: { file: '', integrity: '' },
  textFiles: { en: [], 'zh-cn': [] },
  groups: [
    { path: '/deploy', title: 'deploy', icon: 'deploy', order: 1 },
    { path: '/server', title: 'server', icon: 'server', order: 2 },
  ],
  routes: definition.routes.map(({ page: _page, ...route }) => ({ ...route, request: '', files: [] })),
  titles: {
    en: { deploy: 'Deploy board', servers: 'Server list', server: 'Servers', profile: 'Profile' },
    'zh-cn': {},
  },
}

const sessionOf = (permissionIds: number[]): SessionInfo => ({
  userInfo: { id: 1, account: 'ada', name: 'Ada', superManager: 0 },
  namespace: { id: 1, permissionIds },
})
const info = (permissionIds: number[]) => answer(UserInfo, sessionOf(permissionIds))
const options = answer(NamespaceOptionList, {
  list: [1, 2].map((id) => ({ namespaceId: id, namespaceName: `n${id}`, roleId: 5 })),
})
const config = answer(UserConfig, {
  openId: { label: '' },
  ldap: { enabled: false },
  captcha: { enabled: false },
  mediaURL: { dingtalk: '', feishu: '' },
})
const EVERYTHING = [Permission.ShowDeployPage, Permission.ShowServerPage]

let restore = () => {}
let stopErrors = () => {}

function open(path: string, answers: Answer[], { signedIn = true, namespace = true } = {}) {
  if (signedIn) setLoginMarker()
  if (namespace) storeNamespace({ id: 1, name: 'n1', roleId: 5 })
  location.hash = `#${path}`
  const all = [options, config, ...answers]
  const server = pretendServer(all)
  restore = server.restore
  stopErrors = startErrorCatalogue()
  render(<App />)
  return {
    ...server,
    answer: (...more: Answer[]) => all.push(...more),
    go: (to: string) =>
      act(async () => {
        location.hash = `#${to}`
        // What a browser does by itself.
        dispatchEvent(new PopStateEvent('popstate'))
      }),
  }
}
const path = () => location.hash.slice(1)
const toasts = () => store.get(toastsAtom).map(({ text }) => text)
const activePage = () => {
  const page = document.querySelector<HTMLElement>('.page[data-active="true"]')
  if (!page) throw new Error('no page is shown')
  return within(page)
}

beforeAll(async () => {
  // Loaded once, so that no test waits for it.
  await import('./layout/Layout.tsx')
  await startI18n('en')
  await registerTexts('host', { en: () => import('./locales/en.json'), 'zh-cn': () => import('./locales/zh-cn.json') })
})
beforeEach(() => {
  vi.stubGlobal(
    'WebSocket',
    class extends EventTarget {
      close() {}
    },
  )
  vi.mocked(loadContainer).mockResolvedValue(definition)
  // These pages keep the registry they start with: the server of these tests answers endpoints only.
  vi.spyOn(console, 'debug').mockImplementation(() => undefined)
  store.set(registryAtom, { remotes: { area: release } })
})
afterEach(() => {
  cleanup()
  stopErrors()
  restore()
  restartSession()
  keepTabs([])
  store.set(toastsAtom, [])
  store.set(signInAgainAtom, null)
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

describe('the guard', () => {
  it('sends strangers to the sign-in page, keeping where they wanted to go', async () => {
    const server = open('/server/index?q=1', [], { signedIn: false })
    await screen.findByRole('button', { name: 'Sign in' })
    expect(path()).toBe('/login?redirect=%2Fserver%2Findex%3Fq%3D1')
    expect(server.calls.map((made) => made.endpoint.path)).toEqual(['/user/getConfig'])
  })

  it('sends those who are signed in away from the sign-in page, to their first page', async () => {
    open('/login', [info([Permission.ShowServerPage])])
    expect(await screen.findByText('server page')).toBeTruthy()
    expect(path()).toBe('/server/index')
  })

  it('shows a deep link with its query after the session was loaded', async () => {
    open('/server/index?q=1', [info(EVERYTHING)])
    expect(await screen.findByText('server page')).toBeTruthy()
    expect(path()).toBe('/server/index?q=1')
    await waitFor(() => expect(document.title).toBe('Server list · n1 · Windlass'))
  })

  it('clears the marker, shows the reason and leads to the sign-in page when the session cannot be loaded', async () => {
    open('/server/index', [refuse(UserInfo, Code.LoginExpired, 'expired')])
    await screen.findByRole('button', { name: 'Sign in' })
    expect([path(), hasLoginMarker(), toasts()]).toEqual(['/login?redirect=%2Fserver%2Findex', false, ['expired']])
  })

  it('goes on in another namespace when the stored one is no longer the user’s', async () => {
    const replies = [refuse(UserInfo, Code.NamespaceInvalid, 'gone'), info(EVERYTHING)]
    const first: Answer = { endpoint: UserInfo, reply: (input) => (replies.shift() ?? info([])).reply(input) }
    open('/server/index', [first])
    expect(await screen.findByText('server page')).toBeTruthy()
    expect([readNamespace().id, toasts()]).toEqual([2, []])
  })

  it('picks the last namespace when none is stored', async () => {
    open('/server/index', [info(EVERYTHING)], { namespace: false })
    expect(await screen.findByText('server page')).toBeTruthy()
    expect(readNamespace()).toEqual({ id: 2, name: 'n2', roleId: 5 })
  })
})

describe('addresses', () => {
  it.each([
    ['/', '/deploy/index'],
    ['/server', '/server/index'],
    ['/user', '/user/profile'],
    ['/nowhere', '/404'],
    ['/redirect/server/index?q=1', '/server/index?q=1'],
    ['/redirect//evil.example/server/index', '/404'],
    ['/redirect/https://evil.example', '/404'],
  ])('%s leads to %s', async (from, to) => {
    open(from, [info(EVERYTHING)])
    await waitFor(() => expect(path()).toBe(to))
  })

  it('does not show a page that the role does not include', async () => {
    const grantors = answer(RoleGrantors, { list: [{ name: 'Grace' }] })
    open('/server/index', [info([Permission.ShowDeployPage]), grantors])
    expect(await screen.findByRole('heading', { name: 'You may not open “Server list”' })).toBeTruthy()
    expect(await screen.findByText('Missing permission: See servers.')).toBeTruthy()
    expect(screen.getByText('Grace can grant it.')).toBeTruthy()
    expect(screen.queryByText('server page')).toBeNull()
    act(() => setSession(sessionOf(EVERYTHING)))
    expect(await screen.findByText('server page')).toBeTruthy()
    act(() => setSession(sessionOf([Permission.ShowDeployPage])))
    expect(await screen.findByRole('heading', { name: 'You may not open “Server list”' })).toBeTruthy()
    expect(screen.queryByText('server page')).toBeNull()
  })

  it('names in a message what a call was refused for', async () => {
    open('/deploy/index', [
      info(EVERYTHING),
      refuse(RoleList, Code.Denied, 'no permission: ShowRolePage is missing', {
        missing: [Permission.ShowRolePage],
        grantors: ['Grace'],
      }),
    ])
    await screen.findByText('clicked 0')
    await call(RoleList).catch(() => undefined)
    await waitFor(() => expect(toasts()).toEqual(['Missing permission: See roles. Grace can grant it.']))
  })
})

describe('pages', () => {
  it('keep their state while another one is shown, and lose it when refreshed', async () => {
    const server = open('/deploy/index', [info(EVERYTHING)])
    fireEvent.click(await screen.findByText('clicked 0'))
    await server.go('/server/index')
    expect(await screen.findByText('server page')).toBeTruthy()
    await server.go('/deploy/index')
    expect(activePage().getByText('clicked 1')).toBeTruthy()
    await server.go('/redirect/deploy/index')
    await waitFor(() => expect(activePage().getByText('clicked 0')).toBeTruthy())
  })

  it('that fail are fenced in, with name, version, error id and another try', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const server = open('/server/broken', [info(EVERYTHING)])
    expect(await screen.findByText('render failed')).toBeTruthy()
    expect(screen.getByText('area 1.2.3')).toBeTruthy()
    expect(screen.getByText('Error id')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
    await server.go('/server/index')
    expect(await screen.findByText('server page')).toBeTruthy()
  })
})

describe('errors of calls', () => {
  it('ask once to sign in again, however many calls fail together, and leave the page as it is', async () => {
    open('/server/index', [info(EVERYTHING), refuse(RoleList, Code.LoginExpired, 'Login expired')])
    await screen.findByText('server page')
    await act(async () => void (await Promise.allSettled([call(RoleList), call(RoleList)])))
    expect(await screen.findAllByText('Confirm logout')).toHaveLength(1)
    expect(screen.getByText('Login expired')).toBeTruthy()
    expect(screen.getByText('server page')).toBeTruthy()
    expect([hasLoginMarker(), toasts()]).toEqual([true, []])
  })

  it('are a toast otherwise, one for the same reason', async () => {
    open('/server/index', [info(EVERYTHING), refuse(RoleList, Code.Denied, 'not yours')])
    await screen.findByText('server page')
    await act(async () => void (await Promise.allSettled([call(RoleList), call(RoleList)])))
    expect(toasts()).toEqual(['not yours'])
    expect(screen.getByText('Request test-request')).toBeTruthy()
  })

  it('say why nobody was let in, in the language of the page', async () => {
    const locked = { signIn: 'locked', minutes: 15 }
    open('/login', [refuse(UserLogin, Code.Failed, 'too many failed sign-ins', locked)], { signedIn: false })
    await screen.findByLabelText('Account')
    const signIn = () => call(UserLogin, { account: 'ada', password: 'wrong' }).catch(() => undefined)
    await act(signIn)
    expect(toasts()).toEqual(['Too many failed sign-ins. Try again in 15 min.'])
    await act(() => switchLanguage('zh-cn'))
    await act(signIn)
    expect(toasts().at(-1)).toBe('登录失败次数过多，请在 15 分钟后重试。')
    await act(() => switchLanguage('en'))
  })
})

describe('signing out', () => {
  it('forgets marker, namespace and tabs, also when the server does not know the call', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    open('/server/index', [info(EVERYTHING), refuse(UserLogout, Code.Denied, 'unknown')])
    await screen.findByText('server page')
    fireEvent.click(screen.getByRole('button', { name: 'Account: Ada' }))
    fireEvent.click(await screen.findByText('Sign out'))
    await screen.findByRole('button', { name: 'Sign in' })
    expect([path(), hasLoginMarker(), readNamespace().id, toasts()]).toEqual(['/login', false, 0, []])
  })
})
