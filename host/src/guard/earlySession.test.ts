import { Code } from '@windlass/shared-kit/contract'
import { UserInfo } from '@windlass/shared-kit/contract/session'
import { storeNamespace } from '@windlass/shared-kit/session'
import { answer, pretendServer } from '@windlass/shared-kit/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { askSession } from './earlySession.ts'

const info = (name: string) => ({
  userInfo: { id: 1, account: 'ada', name, superManager: 0 as const },
  namespace: { id: 3, permissionIds: [] },
})
let server = pretendServer([])

beforeEach(() => {
  storeNamespace({ id: 3, name: 'n', roleId: 1 })
  server = pretendServer([answer(UserInfo, info('asked now'))])
})
afterEach(() => server.restore())

const early = (namespaceId: number, response: Promise<Response>) => {
  window.windlassEarlySession = { namespaceId, answer: response }
}
const say = (code: number, data: unknown) => Promise.resolve(Response.json({ code, message: 'm', data }))

describe('askSession', () => {
  it('takes what was asked before the code was there, once', async () => {
    early(3, say(Code.Ok, info('asked early')))
    expect((await askSession()).userInfo.name).toBe('asked early')
    expect(server.calls).toHaveLength(0)
    expect((await askSession()).userInfo.name).toBe('asked now')
  })

  it('asks again when the early question was about another namespace', async () => {
    early(4, say(Code.Ok, info('asked early')))
    expect((await askSession()).userInfo.name).toBe('asked now')
  })

  it('passes a refusal on', async () => {
    early(3, say(Code.LoginExpired, null))
    await expect(askSession()).rejects.toMatchObject({ code: Code.LoginExpired })
    expect(server.calls).toHaveLength(0)
  })

  it.each([
    ['lost', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['not the server’s', () => Promise.resolve(new Response('<html>'))],
  ])('asks again when the early answer is %s', async (_what, response) => {
    early(3, response())
    expect((await askSession()).userInfo.name).toBe('asked now')
  })
})
