import type { Env } from '../../env.ts'
import { failed } from '../../platform/errors.ts'
import { type AskProvider, type MediaProvider, type ProviderCall, plainMobile, textOf } from './mediaProvider.ts'

type Settings = Pick<Env, 'FEISHU_APP_KEY' | 'FEISHU_APP_SECRET' | 'FEISHU_PASSPORT_URL'>

const isError: ProviderCall['isError'] = ({ error, message }) => textOf(error) !== '' || textOf(message) !== ''

const authorizeUrl = (env: Settings): string => {
  if (env.FEISHU_APP_KEY === '' || env.FEISHU_APP_SECRET === '') return ''
  const url = new URL('/suite/passport/oauth/authorize', env.FEISHU_PASSPORT_URL)
  const query = { client_id: env.FEISHU_APP_KEY, response_type: 'code', state: 'feishu' }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

/** Feishu: the number of whoever authorized. */
export function createFeishu(env: Settings, ask: AskProvider): MediaProvider {
  const api = (path: string) => new URL(`/suite/passport/oauth/${path}`, env.FEISHU_PASSPORT_URL)
  return {
    authorizeUrl: authorizeUrl(env),
    mobileOf: async (code, redirectUri) => {
      const body = {
        client_id: env.FEISHU_APP_KEY,
        client_secret: env.FEISHU_APP_SECRET,
        code,
        grant_type: 'authorization_code',
        redirect_uri: redirectUri,
      }
      const token = await ask({ url: api('token'), body, isError })
      const headers = { authorization: `Bearer ${textOf(token['access_token'])}` }
      const person = await ask({ url: api('userinfo'), headers, isError })
      if (textOf(person['user_id']) === '') throw failed('you are no member of this company at Feishu')
      return plainMobile(textOf(person['mobile']))
    },
  }
}
