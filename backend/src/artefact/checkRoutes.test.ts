import { describe, expect, it } from 'vitest'
import { checkRoutes } from './checkRoutes.ts'
import { makeArtefact } from './testing/makeArtefact.ts'

const { release } = await makeArtefact()
const [route] = release.routes

const withRoutes = (...paths: `/${string}`[]) => ({
  ...release,
  routes: paths.flatMap((path) => (route ? [{ ...route, path }] : [])),
})
const check = (paths: `/${string}`[], others: string[] = []) =>
  checkRoutes(
    withRoutes(...paths),
    others.map((path) => ({ remote: 'server', path })),
  )

describe('routes', () => {
  it('may lie side by side, also where a parameter of the same area would answer too', () => {
    expect(check(['/log/a', '/log/b', '/log/:id', '/log/:id/edit'], ['/server/index', '/log'])).toEqual([])
  })

  it('are refused twice in an area, whatever their parameters are called', () => {
    expect(check(['/log/a', '/log/a'])).toEqual([
      'The routes /log/a and /log/a of the area are the same address: give one another path',
    ])
    expect(check(['/log/:id', '/log/:name'])).toEqual([
      expect.stringMatching(/^The routes \/log\/:id and \/log\/:name/),
    ])
    expect(check(['/log/a', '/Log/A/'])).toHaveLength(1)
  })

  it.each([
    ['/server/index', '/server/index'],
    ['/Server/Index/', '/server/index'],
    ['/a/:id', '/a/:name'],
    ['/a/new', '/a/:id'],
    ['/a/:id', '/a/new'],
    ['/:any/new', '/a/:id'],
  ] as const)('%s is refused while another area has %s', (path, taken) => {
    expect(check([path], [taken])).toEqual([
      `The route ${path} is taken by the area server (${taken}): choose another path`,
    ])
  })

  it('of an earlier version of the same area are no rivals', () => {
    expect(checkRoutes(release, [{ remote: 'logs', path: '/logs/page' }])).toEqual([])
  })

  it.each(['/login', '/Login', '/login/again', '/redirect', '/redirect/deploy/index'] as const)(
    '%s belongs to the console',
    (path) => {
      expect(check([path])).toEqual([`The route ${path} belongs to the console itself: choose another path`])
    },
  )

  it('take neither the start page nor what is not written yet', () => {
    expect(check(['/'])).toEqual([expect.stringMatching(/^The route \/ is the start page/)])
    expect(check(['/log/*'])).toEqual([expect.stringMatching(/holds a wildcard/)])
    expect(check(['/log/:id?'])).toEqual([expect.stringMatching(/holds a wildcard/)])
  })
})
