import { createCanvas, loadImage } from '@napi-rs/canvas'
import { Code } from '@windlass/shared-kit/contract'
import { UserCaptcha, UserCheckCaptcha, UserLogin } from '@windlass/shared-kit/contract/session'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { ADMIN_PASSWORD, closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'
import { drawCaptcha, type Glyph } from './captcha.picture.ts'

const MARKER_OFFSET = 11

describe('captchas', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await makeTestServer({ CAPTCHA_ENABLED: 'true' })
  })
  afterAll(() => closeTestServer(server))
  afterEach(() => {
    vi.useRealTimers()
  })

  const answerOf = async (key: string): Promise<number[]> => {
    const query = server.platform.db.selectFrom('captcha').select('answer').where('id', '=', key)
    const { answer } = await query.executeTakeFirstOrThrow()
    return (JSON.parse(answer) as Glyph[]).flatMap(({ x, y }) => [x - MARKER_OFFSET, y - MARKER_OFFSET])
  }
  const solve = async () => {
    const { key } = await server.nobody.call(UserCaptcha, { language: 'en' })
    await server.nobody.call(UserCheckCaptcha, { key, dots: await answerOf(key) })
    return key
  }
  const login = (account: string, password: string, captchaKey = '') =>
    server.nobody.ask(UserLogin, { account, password, captchaKey })

  it('show a picture and what to click on it', async () => {
    const captcha = await server.nobody.call(UserCaptcha, { language: 'zh-cn' })
    expect(captcha.key).toMatch(/^[0-9a-f]{32}$/)
    expect(captcha.base64).toMatch(/^data:image\/jpeg;base64,/)
    expect(captcha.thumbBase64).toMatch(/^data:image\/png;base64,/)
    const picture = await loadImage(captcha.base64)
    const thumbnail = await loadImage(captcha.thumbBase64)
    expect([picture.width, picture.height, thumbnail.width, thumbnail.height]).toEqual([300, 240, 150, 40])
  })

  it.each([
    ['Chinese characters', true, /^\p{Script=Han}$/u],
    ['letters and digits', false, /^[A-Z0-9]$/],
  ])('draw %s inside the picture, none over another', async (_what, isChinese, kind) => {
    for (let round = 0; round < 20; round++) {
      const { wanted } = await drawCaptcha(isChinese)
      expect(wanted.length).toBeGreaterThanOrEqual(2)
      expect(wanted.length).toBeLessThanOrEqual(4)
      expect(new Set(wanted.map(({ text }) => text)).size).toBe(wanted.length)
      for (const { text, x, y, size } of wanted) {
        expect(text).toMatch(kind)
        expect(x - size / 2 >= 0 && x + size / 2 <= 300 && y - size / 2 >= 0 && y + size / 2 <= 240).toBe(true)
      }
      for (const [index, one] of wanted.entries()) {
        for (const other of wanted.slice(index + 1)) {
          expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan((one.size + other.size) / 2)
        }
      }
    }
  })

  it('really paint the characters where they are said to be', async () => {
    const { picture, wanted } = await drawCaptcha(true)
    const canvas = createCanvas(300, 240)
    const context = canvas.getContext('2d')
    context.drawImage(await loadImage(picture), 0, 0)
    for (const { x, y, size } of wanted) {
      const { data } = context.getImageData(x - size / 2, y - size / 2, size, size)
      const dark = data.filter((value, index) => index % 4 === 0 && value < 110).length
      expect(dark / (size * size)).toBeGreaterThan(0.08)
    }
  })

  it('are not asked of somebody who has not failed', async () => {
    expect(await login('admin', ADMIN_PASSWORD)).toMatchObject({ code: Code.Ok })
  })

  it('are asked after a failure, and each is good for one sign-in', async () => {
    await login('admin', 'Wrong-pass-1')
    expect(await login('admin', ADMIN_PASSWORD)).toMatchObject({
      code: Code.Failed,
      message: expect.stringContaining('captcha'),
    })
    const key = await solve()
    expect(await login('admin', 'Wrong-pass-2', key)).toMatchObject({ code: Code.Denied })
    expect(await login('admin', ADMIN_PASSWORD, key)).toMatchObject({ code: Code.Failed })
    expect(await login('admin', ADMIN_PASSWORD, await solve())).toMatchObject({ code: Code.Ok })
  })

  it('that were solved are good for one of many who use them at once, and cannot be solved again', async () => {
    await login('admin', 'Wrong-pass-1')
    const { key } = await server.nobody.call(UserCaptcha, { language: 'en' })
    const dots = await answerOf(key)
    await server.nobody.call(UserCheckCaptcha, { key, dots })
    expect(await server.nobody.ask(UserCheckCaptcha, { key, dots })).toMatchObject({ code: Code.Failed })
    const answers = await Promise.all([1, 2, 3].map((index) => login('admin', `Wrong-pass-${index}`, key)))
    expect(answers.filter(({ code }) => code === Code.Denied)).toHaveLength(1)
    expect(answers.filter(({ message }) => message.includes('captcha'))).toHaveLength(2)
    // After the last failure a key that somebody used is no key for another account either.
    await login('user-of-no-name', 'Wrong-pass-1')
    expect(await login('user-of-no-name', ADMIN_PASSWORD, key)).toMatchObject({
      code: Code.Failed,
      message: expect.stringContaining('captcha'),
    })
    expect(await login('admin', ADMIN_PASSWORD, await solve())).toMatchObject({ code: Code.Ok })
  })

  it('are worthless after one wrong answer', async () => {
    const { key } = await server.nobody.call(UserCaptcha, { language: 'en' })
    const right = await answerOf(key)
    expect(await server.nobody.ask(UserCheckCaptcha, { key, dots: right.toReversed() })).toMatchObject({
      code: Code.Failed,
    })
    expect(await server.nobody.ask(UserCheckCaptcha, { key, dots: right })).toMatchObject({ code: Code.Failed })
  })

  it('want exactly as many clicks as there are characters', async () => {
    const { key } = await server.nobody.call(UserCaptcha, { language: 'en' })
    const dots = [...(await answerOf(key)), 5, 5]
    expect(await server.nobody.ask(UserCheckCaptcha, { key, dots })).toMatchObject({ code: Code.Failed })
  })

  it('expire after two minutes, solved or not', async () => {
    await login('admin', 'Wrong-pass-1')
    const solved = await solve()
    const { key } = await server.nobody.call(UserCaptcha, { language: 'en' })
    const dots = await answerOf(key)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 121_000 })
    expect(await server.nobody.ask(UserCheckCaptcha, { key, dots })).toMatchObject({ code: Code.Failed })
    expect(await login('admin', ADMIN_PASSWORD, solved)).toMatchObject({ code: Code.Failed })
  })

  it('that were not solved open nothing', async () => {
    await login('admin', 'Wrong-pass-1')
    const { key } = await server.nobody.call(UserCaptcha, { language: 'en' })
    expect(await login('admin', ADMIN_PASSWORD, key)).toMatchObject({ code: Code.Failed })
  })
})

describe('asking for captchas', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await makeTestServer()
  })
  afterAll(() => closeTestServer(server))

  it('has a limit of its own, which nobody else meets', async () => {
    const check = () => server.nobody.ask(UserCheckCaptcha, { key: 'unknown', dots: [1, 2] })
    const calls = UserCheckCaptcha.callsAMinute ?? 0
    for (let call = 0; call < calls; call++) expect((await check()).message).toMatch(/expired/)
    expect(await check()).toMatchObject({ code: Code.Failed, message: expect.stringMatching(/^too many attempts/) })
    expect(await server.nobody.ask(UserCaptcha, { language: 'en' })).toMatchObject({ code: Code.Ok })
    expect(await server.nobody.ask(UserLogin, { account: 'admin', password: ADMIN_PASSWORD })).toMatchObject({
      code: Code.Ok,
    })
  })
})
