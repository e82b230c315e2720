import type { Env } from '../../env.ts'
import { failed } from '../../platform/errors.ts'
import {
  type AskProvider,
  type MediaProvider,
  type ProviderCall,
  partOf,
  plainMobile,
  textOf,
} from './mediaProvider.ts'

type Settings = Pick<
  Env,
  'DINGTALK_APP_KEY' | 'DINGTALK_APP_SECRET' | 'DINGTALK_LOGIN_URL' | 'DINGTALK_API_URL' | 'DINGTALK_OAPI_URL'
>

/** An app token is renewed this long before it ends. */
const MARGIN_MS = 60_000

const isError: ProviderCall['isError'] = ({ code, errcode }) =>
  textOf(code) !== '' || (errcode !== undefined && errcode !== 0)

const authorizeUrl = (env: Settings): string => {
  if (env.DINGTALK_APP_KEY === '' || env.DINGTALK_APP_SECRET === '') return ''
  const url = new URL('/oauth2/auth', env.DINGTALK_LOGIN_URL)
  const query = { response_type: 'code', client_id: env.DINGTALK_APP_KEY, scope: 'openid', prompt: 'consent' }
  for (const [name, value] of Object.entries({ ...query, state: 'dingtalk' })) url.searchParams.set(name, value)
  return url.href
}

/** The token of the app itself, kept until it ends. */
function appTokens(env: Settings, ask: AskProvider): () => Promise<string> {
  let kept = { token: '', until: 0 }
  return async () => {
    if (kept.until > Date.now()) return kept.token
    const answer = await ask({
      url: new URL('/v1.0/oauth2/accessToken', env.DINGTALK_API_URL),
      body: { appKey: env.DINGTALK_APP_KEY, appSecret: env.DINGTALK_APP_SECRET },
      isError,
    })
    const seconds = typeof answer['expireIn'] === 'number' ? answer['expireIn'] : 0
    kept = { token: textOf(answer['accessToken']), until: Date.now() + seconds * 1000 - MARGIN_MS }
    return kept.token
  }
}

/** DingTalk: the number of whoever authorized, if he is a member of the company. */
export function createDingTalk(env: Settings, ask: AskProvider): MediaProvider {
  const appToken = appTokens(env, ask)
  const api = (path: string) => new URL(path, env.DINGTALK_API_URL)

  const requireMember = async (mobile: string) => {
    const url = new URL('/topapi/v2/user/getbymobile', env.DINGTALK_OAPI_URL)
    url.searchParams.set('access_token', await appToken())
    const { result } = await ask({ url, body: { mobile }, isError })
    if (textOf(partOf(result)['userid']) === '') throw failed('you are no member of this company at DingTalk')
  }

  return {
    authorizeUrl: authorizeUrl(env),
    mobileOf: async (code) => {
      const body = {
        clientId: env.DINGTALK_APP_KEY,
        clientSecret: env.DINGTALK_APP_SECRET,
        code,
        grantType: 'authorization_code',
      }
      const { accessToken } = await ask({ url: api('/v1.0/oauth2/userAccessToken'), body, isError })
      const headers = { 'x-acs-dingtalk-access-token': textOf(accessToken) }
      const { mobile } = await ask({ url: api('/v1.0/contact/users/me'), headers, isError })
      const number = plainMobile(textOf(mobile))
      if (number !== '') await requireMember(number)
      return number
    },
  }
}
