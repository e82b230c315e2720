import { expect, it } from 'vitest'
import { historyAt, renamePath, travel, visitPath } from './paneHistory.ts'

const walked = ['/etc', '/etc/nginx', '/var'].reduce(visitPath, historyAt('/'))

it('goes back and forward, several steps at once', () => {
  const back = travel(walked, -2)
  expect(back).toEqual({ path: '/etc', back: ['/'], forward: ['/etc/nginx', '/var'] })
  expect(travel(back, 2)).toEqual(walked)
})

it('stays where there are no more steps', () => {
  expect(travel(walked, 1)).toBe(walked)
  expect(travel(walked, -4)).toBe(walked)
})

it('forgets the way forward when another folder is opened, and counts no step for the same one', () => {
  expect(visitPath(travel(walked, -1), '/srv')).toEqual({
    path: '/srv',
    back: ['/', '/etc', '/etc/nginx'],
    forward: [],
  })
  expect(visitPath(walked, '/var')).toBe(walked)
})

it('keeps the last hundred only', () => {
  const long = Array.from({ length: 150 }, (_, index) => `/d${index}`).reduce(visitPath, historyAt('/'))
  expect([long.back.length, long.back[0]]).toEqual([100, '/d49'])
})

it('takes another name of the same folder without a step', () => {
  expect(renamePath(walked, '/real')).toEqual({ ...walked, path: '/real' })
})
