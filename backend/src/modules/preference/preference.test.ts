import { UserChangePreferences } from '@windlass/shared-kit/contract/preference'
import { UserInfo } from '@windlass/shared-kit/contract/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'

describe('preferences', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await makeTestServer()
  })
  afterAll(() => closeTestServer(server))

  it('are kept with the person, one by one, and told with the session', async () => {
    const [person, other] = [await server.makeUser([]), await server.makeUser([])]
    const told = async () => (await person.call(UserInfo)).userInfo.preferences
    await person.call(UserChangePreferences, { timeZone: 'Asia/Kathmandu' })
    expect(await told()).toEqual({ timeZone: 'Asia/Kathmandu', language: '', theme: '' })
    await person.call(UserChangePreferences, { language: 'zh-cn', theme: 'dark' })
    expect(await told()).toEqual({ timeZone: 'Asia/Kathmandu', language: 'zh-cn', theme: 'dark' })
    await person.call(UserChangePreferences, { timeZone: '' })
    await person.call(UserChangePreferences, {})
    expect(await told()).toEqual({ timeZone: '', language: 'zh-cn', theme: 'dark' })
    expect((await other.call(UserInfo)).userInfo.preferences).toEqual({ timeZone: '', language: '', theme: '' })
  })

  it.each(['Mars/Base', '+05:00', "UTC'; drop table user"])('refuse %s as a time zone', async (timeZone) => {
    const person = await server.makeUser([])
    expect(await person.ask(UserChangePreferences, { timeZone })).toMatchObject({
      message: expect.stringContaining('no time zone'),
    })
  })
})
