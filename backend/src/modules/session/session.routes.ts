import {
  type SignedIn,
  UserApiKey,
  UserCaptcha,
  UserChangePassword,
  UserCheckCaptcha,
  UserConfig,
  UserExtLogin,
  UserGenerateApiKey,
  UserInfo,
  UserLogin,
  UserLogout,
} from '@windlass/shared-kit/contract/session'
import type { Caller, Visitor } from '../../platform/caller.ts'
import { AppError } from '../../platform/errors.ts'
import type { Exchange } from '../../platform/mount.ts'
import type { Platform } from '../../platform/platform.ts'
import { createApiKeys } from './apiKey.service.ts'
import { createAttempts } from './attempts.store.ts'
import { createCaptchas } from './captcha.service.ts'
import { createSessionService } from './session.service.ts'
import { createSessionStore, type SessionStore } from './session.store.ts'

const addressOf = ({ remoteAddress }: Visitor, { request }: Exchange): string => {
  const host = remoteAddress.includes(':') ? `[${remoteAddress}]` : remoteAddress
  return `${host}:${request.socket.remotePort ?? 0}`
}

/** Leaves a row in the login log for every attempt, good or bad or malformed, and sets the cookie after a good one. */
const entrance = ({ access }: Platform, store: SessionStore) => {
  const record = (account: string, reason: string, visitor: Visitor, exchange: Exchange) => {
    const { userAgent, referer } = visitor
    return store.log({ account, remoteAddr: addressOf(visitor, exchange), userAgent, referer, reason })
  }
  return {
    refuse: (problem: string, visitor: Visitor, exchange: Exchange) => record('', problem, visitor, exchange),
    enter: async (account: string, visitor: Visitor, exchange: Exchange, signIn: () => Promise<SignedIn>) => {
      try {
        const signedIn = await signIn()
        await record(account, '', visitor, exchange)
        access.setCookie(exchange.reply, exchange.request, signedIn.token)
        return signedIn
      } catch (error) {
        await record(account, error instanceof AppError ? error.message : 'server error', visitor, exchange)
        throw error
      }
    },
  }
}

const infoOf = (caller: Caller) => ({
  userInfo: {
    id: caller.userId,
    account: caller.account,
    name: caller.name,
    superManager: caller.isSuperManager ? (1 as const) : (0 as const),
  },
  namespace: { id: caller.namespaceId, permissionIds: [...caller.permissionIds].sort((a, b) => a - b) },
})

/** Signing in and out, and what people change about themselves. */
export function sessionModule(platform: Platform): void {
  const { mount, db, env, sessions, access } = platform
  const store = createSessionStore(db)
  const captchas = createCaptchas(db)
  const service = createSessionService(platform, store, createAttempts(db, env), captchas)
  const apiKeys = createApiKeys(platform, store)
  const { enter, refuse } = entrance(platform, store)

  mount.public(
    UserLogin,
    (input, visitor, exchange) => enter(input.account, visitor, exchange, () => service.login(input, visitor)),
    refuse,
  )
  mount.public(
    UserExtLogin,
    (input, visitor, exchange) => enter(input.account, visitor, exchange, () => service.extLogin(input, visitor)),
    refuse,
  )
  mount(UserLogout, async (_input, caller, { request, reply }) => {
    await sessions.end(caller.sessionId)
    access.setCookie(reply, request, '')
    return null
  })
  mount.public(UserConfig, () => ({
    ldap: { enabled: false },
    captcha: { enabled: env.CAPTCHA_ENABLED },
    mediaURL: { dingtalk: '', feishu: '' },
  }))
  mount.public(UserCaptcha, ({ language }) => captchas.create(language))
  mount.public(UserCheckCaptcha, async ({ key, dots }) => {
    await captchas.check(key, dots)
    return null
  })
  mount(UserInfo, (_input, caller) => infoOf(caller))
  mount(UserChangePassword, async (input, caller) => {
    await service.changePassword(caller, input)
    return null
  })
  mount(UserApiKey, (_input, caller) => apiKeys.read(caller))
  mount(UserGenerateApiKey, (_input, caller) => apiKeys.replace(caller))
}
