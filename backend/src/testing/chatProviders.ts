import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One call that reached the stand-in. */
export interface ProviderRequest {
  path: string
  headers: Record<string, string | string[] | undefined>
  body: Record<string, unknown>
}

/** What one path answers: a JSON value, or "silence" for a provider that hangs. */
type Answers = Record<string, unknown>

/** The interfaces of DingTalk and Feishu, standing in on loopback. */
export interface ChatProviders {
  url: string
  requests: ProviderRequest[]
  /** Changed by tests; `reset` puts the good answers back. */
  answers: Answers
  reset(): void
  /** The settings of a console that uses it. */
  env: Record<string, string>
  stop(): Promise<void>
}

/** The number of whoever authorizes at DingTalk, and at Feishu. */
export const MOBILES = { dingtalk: '13800000018', feishu: '13900008886' }

const goodAnswers = (): Answers => ({
  '/v1.0/oauth2/userAccessToken': { accessToken: 'user-token', expireIn: 7200 },
  '/v1.0/contact/users/me': { nick: 'Anna', mobile: MOBILES.dingtalk, stateCode: '86' },
  '/v1.0/oauth2/accessToken': { accessToken: 'app-token', expireIn: 7200 },
  '/topapi/v2/user/getbymobile': { errcode: 0, errmsg: 'ok', result: { userid: 'manager1' } },
  '/suite/passport/oauth/token': { access_token: 'feishu-token', token_type: 'Bearer' },
  '/suite/passport/oauth/userinfo': { user_id: 'u1', name: 'Ben', mobile: `+86${MOBILES.feishu}` },
})

/** A page that sends the browser straight back, as one does where people have authorized before. */
const isAuthorizePage = (path: string) => path === '/oauth2/auth' || path === '/suite/passport/oauth/authorize'

/** Starts the stand-in. */
export async function startChatProviders(): Promise<ChatProviders> {
  const requests: ProviderRequest[] = []
  const answers = goodAnswers()
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => {
      text += part.toString()
    })
    request.on('end', () => {
      const asked = new URL(request.url ?? '/', 'http://provider')
      if (isAuthorizePage(asked.pathname)) {
        const [address = '', hash] = (asked.searchParams.get('redirect_uri') ?? '').split('#')
        const back = new URL(address)
        back.searchParams.set(asked.pathname.startsWith('/oauth2') ? 'authCode' : 'code', 'a-code')
        back.searchParams.set('state', asked.searchParams.get('state') ?? '')
        response.writeHead(302, { location: hash === undefined ? back.href : `${back.href}#${hash}` }).end()
        return
      }
      const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
      requests.push({ path: request.url ?? '', headers: request.headers, body })
      const answer = answers[asked.pathname]
      if (answer === 'silence') return
      response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
      response.end(typeof answer === 'string' ? answer : JSON.stringify(answer ?? {}))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    ...{ url, requests, answers },
    reset: () => {
      requests.length = 0
      Object.assign(answers, goodAnswers())
    },
    env: {
      ...{ DINGTALK_APP_KEY: 'ding-key', DINGTALK_APP_SECRET: 'ding-secret', DINGTALK_LOGIN_URL: url },
      ...{ DINGTALK_API_URL: url, DINGTALK_OAPI_URL: url },
      ...{ FEISHU_APP_KEY: 'feishu-key', FEISHU_APP_SECRET: 'feishu-secret', FEISHU_PASSPORT_URL: url },
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
