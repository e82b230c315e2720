import { Permission } from '@windlass/shared-kit/contract'
import type { AreaRelease, ReleasedRoute } from '@windlass/shared-kit/remote'
import { describe, expect, it } from 'vitest'
import { areaDialogs } from './areaDialogs.ts'
import { allowedRoutes, findRoute, menuEntries, redirectOf } from './areaRoutes.ts'
import type { PageRegistry } from './registry.ts'

const page = (path: `/${string}`, more: Partial<ReleasedRoute> = {}): ReleasedRoute => ({
  path,
  title: path.slice(1),
  request: '',
  files: [],
  ...more,
})

const release = (id: string, more: Partial<AreaRelease>): AreaRelease => ({
  id,
  version: '1',
  base: '',
  files: [],
  integrity: {},
  groups: [],
  routes: [],
  dialogs: [],
  entry: '',
  container: 'area',
  manifest: { file: '', integrity: '' },
  textFiles: { en: [], 'zh-cn': [] },
  titles: { en: {}, 'zh-cn': {} },
  ...more,
})

const registry: PageRegistry = {
  remotes: {
    server: release('server', {
      groups: [{ path: '/server', title: 'server', icon: 'server', order: 40 }],
      routes: [
        page('/server/index', { access: [Permission.ShowServerPage] }),
        page('/server/cron', { access: [Permission.ShowCronPage, Permission.AddCron] }),
        page('/server/agent', { access: [Permission.ShowServerPage], hidden: true, activeMenu: '/server/index' }),
      ],
    }),
    deploy: release('deploy', {
      groups: [{ path: '/deploy', title: 'deploy', icon: 'deploy', order: 10 }],
      routes: [
        page('/deploy/index', { access: [Permission.ShowDeployPage], pinned: true }),
        page('/deploy/detail/:id', { access: [Permission.ShowDeployPage], hidden: true }),
      ],
    }),
    settings: release('settings', { routes: [page('/user/profile', { hidden: true })] }),
  },
}
const held = (...ids: number[]) => allowedRoutes(registry, new Set(ids))
const paths = (routes: { path: string }[]) => routes.map(({ path }) => path)

describe('allowed routes', () => {
  it('leave only what needs no permission to somebody who holds none', () => {
    expect(paths(held())).toEqual(['/user/profile'])
  })

  it('need any one of the listed permissions', () => {
    expect(paths(held(Permission.AddCron))).toEqual(['/server/cron', '/user/profile'])
  })

  it('come in the order of the groups, whatever the order of the areas', () => {
    expect(paths(held(Permission.ShowServerPage, Permission.ShowDeployPage))).toEqual([
      '/deploy/index',
      '/deploy/detail/:id',
      '/server/index',
      '/server/agent',
      '/user/profile',
    ])
  })
})

describe('the menu', () => {
  const menu = (...ids: number[]) => menuEntries(registry, held(...ids))

  it('has no group without an allowed child', () => {
    expect(menu()).toEqual([])
  })

  it('shows a group with one visible child as that child', () => {
    expect(menu(Permission.ShowServerPage)).toMatchObject([{ key: '/server/index', icon: 'server' }])
    expect(menu(Permission.ShowServerPage)[0]).not.toHaveProperty('children')
  })

  it('shows a group with several as a sub-menu, without the hidden ones', () => {
    const [group] = menu(Permission.ShowServerPage, Permission.ShowCronPage)
    expect(group).toMatchObject({ key: '/server', title: 'server' })
    expect(group?.children?.map(({ key }) => key)).toEqual(['/server/index', '/server/cron'])
  })
})

describe('an area that is turned off', () => {
  const off: PageRegistry = { ...registry, off: { deploy: { reason: 'operator', message: '' } } }
  const routes = allowedRoutes(off, new Set([Permission.ShowDeployPage, Permission.ShowServerPage]))

  it('is not in the menu, and not where somebody starts', () => {
    expect(menuEntries(off, routes).map(({ key }) => key)).toEqual(['/server/index'])
    expect(redirectOf(routes, '/')).toBe('/server/index')
  })

  it('still answers its addresses, also those of its groups, to say why', () => {
    expect(findRoute(routes, '/deploy/detail/7')).toMatchObject({ area: 'deploy', pinned: false, isOff: true })
    expect(redirectOf(routes, '/deploy')).toBe('/deploy/index')
  })

  it('answers nothing to somebody who may not see it when it is on', () => {
    expect(findRoute(allowedRoutes(off, new Set()), '/deploy/index')).toBeUndefined()
  })

  it('has no dialogs that anything leads to', () => {
    const toolbox = release('toolbox', { dialogs: [{ id: 'tools', title: 't', icon: 'toolbox', items: [] }] })
    const remotes = { toolbox }
    expect(areaDialogs({ remotes })).toHaveLength(1)
    expect(areaDialogs({ remotes, off: { toolbox: { reason: 'unfit', message: '' } } })).toEqual([])
  })
})

describe('where an address leads', () => {
  const all = held(Permission.ShowServerPage, Permission.ShowCronPage, Permission.ShowDeployPage)

  it.each([
    ['/', '/deploy/index'],
    ['', '/deploy/index'],
    ['/user', '/user/profile'],
    ['/server', '/server/index'],
    ['/server/', '/server/index'],
    ['/deploy', '/deploy/index'],
    ['/nowhere', undefined],
    ['/serv', undefined],
  ])('%j leads to %j', (from, to) => expect(redirectOf(all, from)).toBe(to))

  it('leads a group to the first child that is allowed, not to the first one there is', () => {
    expect(redirectOf(held(Permission.ShowCronPage), '/server')).toBe('/server/cron')
  })

  it('leads somebody without any page to the profile', () => {
    expect(redirectOf(held(), '/')).toBe('/user/profile')
  })

  it('finds pages with parameters, and nothing that is not allowed', () => {
    expect(findRoute(all, '/deploy/detail/7')?.path).toBe('/deploy/detail/:id')
    expect(findRoute(held(), '/deploy/detail/7')).toBeUndefined()
    expect(findRoute(all, '/deploy/detail')).toBeUndefined()
  })
})
