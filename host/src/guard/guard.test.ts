import { describe, expect, it } from 'vitest'
import { rememberSignIn, takeSignIn } from './begunSignIn.ts'
import { callbackParameters } from './callbackParameters.ts'
import { safeRedirect, signInAddress } from './signInAddress.ts'

describe('the way to the sign-in page and back', () => {
  it('keeps the full path', () => {
    const address = signInAddress('/server/cron?serverId=7&tab=a b')
    expect(address).toBe('/login?redirect=%2Fserver%2Fcron%3FserverId%3D7%26tab%3Da%20b')
    expect(safeRedirect(new URLSearchParams(address.split('?')[1]).get('redirect'))).toBe(
      '/server/cron?serverId=7&tab=a b',
    )
  })

  it('is short when there is nothing to come back to', () => expect(signInAddress('/')).toBe('/login'))

  it.each([
    null,
    undefined,
    '',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '///evil.example',
    '%2F%2Fevil.example',
    '/login',
    '/login?redirect=/x',
  ])('does not follow %j', (target) => expect(safeRedirect(target)).toBe('/'))
})

describe('callbackParameters', () => {
  it('finds nothing in an ordinary address', () => {
    expect(callbackParameters('', '#/login?redirect=%2F')).toBeUndefined()
    expect(callbackParameters('?account=a&time=1', '#/login')).toBeUndefined()
    expect(callbackParameters('?state=x', '#/login')).toBeUndefined()
  })

  it('reads a signed sign-in before and after the hash, the later one winning', () => {
    const expected = { kind: 'ext', account: 'b', time: 5, token: 't' }
    expect(callbackParameters('?account=b&time=5&token=t', '')).toEqual(expected)
    expect(callbackParameters('?account=a&time=5', '#/login?account=b&token=t')).toEqual(expected)
  })

  it.each(['code', 'authCode'])('reads a chat provider that answers %s', (name) => {
    expect(callbackParameters(`?${name}=c&state=s`, '#/login')).toEqual({ kind: 'media', authCode: 'c', state: 's' })
  })

  it('hands everything that an OpenID provider said to the server, refusals too', () => {
    const query = 'error=access_denied&state=oidc-x&iss=https%3A%2F%2Fid.example'
    expect(callbackParameters(`?${query}`, '#/login')).toEqual({ kind: 'openId', query, state: 'oidc-x' })
  })
})

describe('a sign-in that was begun here', () => {
  it('is known by its state, once', () => {
    rememberSignIn({ state: 'dingtalk-1', redirect: '/server/cron?q=1' })
    expect(takeSignIn('dingtalk-1')).toEqual({ state: 'dingtalk-1', redirect: '/server/cron?q=1' })
    expect(takeSignIn('dingtalk-1')).toBeUndefined()
  })

  it('is not the one of somebody else', () => {
    rememberSignIn({ state: 'dingtalk-1', redirect: '/' })
    expect(takeSignIn('dingtalk-2')).toBeUndefined()
    expect(takeSignIn('dingtalk-1')).toBeUndefined()
  })
})
