import { Code } from '@windlass/shared-kit/contract'
import {
  PasskeyAdd,
  PasskeyAsk,
  PasskeyBegin,
  PasskeyEnter,
  PasskeyList,
  PasskeyRemove,
  PasskeyRename,
} from '@windlass/shared-kit/contract/passkey'
import {
  SecondFactorAnswer,
  type SecondFactorQuestion,
  SecondFactorState,
} from '@windlass/shared-kit/contract/secondFactor'
import { UserLogin } from '@windlass/shared-kit/contract/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSoftAuthenticator } from '../../testing/softAuthenticator.ts'
import {
  ADMIN_PASSWORD,
  closeTestServer,
  makeTestServer,
  type TestCaller,
  type TestServer,
} from '../../testing/testServer.ts'

const origin = 'https://console.example.org'
const password = ADMIN_PASSWORD

describe('a passkey', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await makeTestServer({ PUBLIC_URL: origin })
  })
  afterAll(() => closeTestServer(server))

  /** A person with a passkey on a device of his own. */
  const equip = async () => {
    const person = await server.makeUser([])
    const device = makeSoftAuthenticator()
    const { ceremony, options } = await person.call(PasskeyBegin, { password })
    const credential = device.create({ options, origin })
    const { recoveryCodes } = await person.call(PasskeyAdd, { ceremony, name: 'Laptop', credential })
    const { account } = await server.platform.db
      .selectFrom('user')
      .select('account')
      .where('id', '=', person.userId)
      .executeTakeFirstOrThrow()
    return { person, device, recoveryCodes, account }
  }
  const enter = async (
    device: ReturnType<typeof makeSoftAuthenticator>,
    tricks: Parameters<typeof device.use>[1] = {},
    from = origin,
    challenge = '',
  ) => {
    const { ceremony, options } = await server.nobody.call(PasskeyAsk, challenge === '' ? {} : { challenge })
    const credential = device.use({ options, origin: from }, tricks)
    return { ceremony, credential, answer: await server.nobody.ask(PasskeyEnter, { ceremony, credential }) }
  }
  const questionOf = async (account: string): Promise<SecondFactorQuestion> => {
    const { code, data } = await server.nobody.ask(UserLogin, { account, password })
    expect(code).toBe(Code.SecondFactorNeeded)
    // A refusal carries what the contract says of this code, not the answer of the endpoint.
    return data as unknown as SecondFactorQuestion
  }

  it('asks the device for a key that it keeps and guards, for this console only', async () => {
    const person = await server.makeUser([])
    const { options } = await person.call(PasskeyBegin, { password })
    expect(options).toMatchObject({
      rp: { id: 'console.example.org' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
  })

  it('lets its owner in without account and password', async () => {
    const { device, person, recoveryCodes } = await equip()
    expect(recoveryCodes).toHaveLength(10)
    const { answer } = await enter(device)
    expect(answer).toMatchObject({ code: Code.Ok })
    const { list } = await person.call(PasskeyList)
    expect(list[0]?.lastUsedTime).not.toBe('')
  })

  it('is asked for after the password from then on, and only one of the same person will do', async () => {
    const [one, another] = [await equip(), await equip()]
    const question = await questionOf(one.account)
    expect(question.methods).toEqual(['passkey', 'recovery'])
    expect((await enter(another.device, {}, origin, question.challenge)).answer).toMatchObject({ code: Code.Failed })
    const { challenge } = await questionOf(one.account)
    expect((await enter(one.device, {}, origin, challenge)).answer).toMatchObject({ code: Code.Ok })
    const next = await questionOf(one.account)
    await server.nobody.call(SecondFactorAnswer, { challenge: next.challenge, code: one.recoveryCodes[0] ?? '' })
  })

  it('is refused when finger or PIN, name, origin, counter or signature do not fit, in the same words', async () => {
    const { device } = await equip()
    await enter(device, { counter: 7 })
    const refused = [
      await enter(device, { isUnverified: true, counter: 8 }),
      await enter(device, { rpId: 'evil.example.org', counter: 9 }),
      await enter(device, { counter: 10 }, 'https://console.example.org.evil.test'),
      await enter(device, { counter: 7 }),
      await enter(device, { counter: 3 }),
      await enter(makeSoftAuthenticator()),
    ].map(({ answer }) => answer)
    for (const answer of refused) expect(answer).toEqual({ ...refused[0], code: Code.Denied })
    expect((await enter(device, { counter: 11 })).answer).toMatchObject({ code: Code.Ok })
  })

  it('answers a question once, whoever repeats it', async () => {
    const { device } = await equip()
    const { ceremony, credential, answer } = await enter(device)
    expect(answer).toMatchObject({ code: Code.Ok })
    expect(await server.nobody.ask(PasskeyEnter, { ceremony, credential })).toMatchObject({ code: Code.Failed })
  })

  it('is taken only from the person who was asked, once, and only a whole one', async () => {
    const [person, thief] = [await server.makeUser([]), await server.makeUser([])]
    const device = makeSoftAuthenticator()
    const wish = async (who: TestCaller) => {
      const { ceremony, options } = await who.call(PasskeyBegin, { password })
      return { ceremony, name: 'Key', credential: device.create({ options, origin }) }
    }
    expect(await thief.ask(PasskeyAdd, await wish(person))).toMatchObject({ code: Code.Failed })
    const broken = await wish(person)
    broken.credential.response.attestationObject = broken.credential.response.attestationObject.slice(0, 40)
    expect(await person.ask(PasskeyAdd, broken)).toMatchObject({ code: Code.Failed })
    const good = await wish(person)
    await person.call(PasskeyAdd, good)
    expect(await person.ask(PasskeyAdd, good)).toMatchObject({ code: Code.Failed })
    expect(await thief.ask(PasskeyAdd, await wish(thief))).toMatchObject({
      code: Code.Failed,
      message: expect.stringContaining('registered already'),
    })
  })

  it('is begun and removed with the password, and somebody else’s cannot be touched', async () => {
    const { person, account } = await equip()
    const stranger = await server.makeUser([])
    const { list } = await person.call(PasskeyList)
    const id = list[0]?.id ?? 0
    expect(await person.ask(PasskeyBegin, { password: 'Wrong-pass-1' })).toMatchObject({ code: Code.Failed })
    expect(await stranger.ask(PasskeyRename, { id, name: 'mine' })).toMatchObject({ code: Code.Failed })
    expect(await stranger.ask(PasskeyRemove, { id, password })).toMatchObject({ code: Code.Failed })
    expect(await person.ask(PasskeyRemove, { id, password: 'Wrong-pass-1' })).toMatchObject({ code: Code.Failed })
    await person.call(PasskeyRename, { id, name: '  <b>Schlüssel 🔑</b> ' })
    expect((await person.call(PasskeyList)).list).toMatchObject([{ name: '<b>Schlüssel 🔑</b>' }])
    await person.call(PasskeyRemove, { id, password })
    expect(await person.call(SecondFactorState)).toMatchObject({ isOn: false, recoveryCodesLeft: 0 })
    expect(await server.nobody.ask(UserLogin, { account, password })).toMatchObject({ code: Code.Ok })
  })

  it('opens nothing for somebody who was disabled, or whose password was reset', async () => {
    const { device, person } = await equip()
    const { db } = server.platform
    const change = (values: { state?: number; passwordUpdateTime?: number | null }) =>
      db.updateTable('user').set(values).where('id', '=', person.userId).execute()
    await change({ passwordUpdateTime: null })
    expect((await enter(device)).answer).toMatchObject({ code: Code.Failed })
    await change({ passwordUpdateTime: 1, state: 0 })
    expect((await enter(device)).answer).toMatchObject({ code: Code.AccountDisabled })
  })
})

it('a console that is opened by an address of numbers says that passkeys need a name', async () => {
  const server = await makeTestServer({ PUBLIC_URL: 'http://192.168.1.20:3001' })
  const person = await server.makeUser([])
  expect(await person.ask(PasskeyBegin, { password })).toMatchObject({
    code: Code.Failed,
    message: expect.stringContaining('need a name'),
  })
  await closeTestServer(server)
})
