import { describe, expect, it } from 'vitest'
import { parentOf, tidyPath } from './comparePath.ts'

describe('a path to compare', () => {
  it.each([
    [' /conf//app.ini ', 'conf/app.ini'],
    ['../../etc/passwd', 'etc/passwd'],
    ['./a/./b/', 'a/b'],
    ['/srv/shop/conf/app.ini', 'conf/app.ini'],
    ['/srv/shop', ''],
    ['/srv/shopping', 'srv/shopping'],
    ['/', ''],
  ])('%j is taken as %j', (text, path) => {
    expect(tidyPath(text, '/srv/shop')).toBe(path)
  })

  it('has a directory around it, up to the root', () => {
    expect([parentOf('a/b/c'), parentOf('a'), parentOf('')]).toEqual(['a/b', '', ''])
  })
})
