import {
  type SessionInfo,
  type SignedIn,
  UserApiKey,
  UserCaptcha,
  UserChangePassword,
  UserCheckCaptcha,
  UserExtLogin,
  UserGenerateApiKey,
  UserInfo,
  UserLogin,
} from '@windlass/shared-kit/contract/session'
import type { Caller, Visitor } from '../../platform/caller.ts'
import { AppError } from '../../platform/errors.ts'
import type { Exchange } from '../../platform/mount.ts'
import type { Platform } from '../../platform/platform.ts'
import { serverZone } from '../../platform/zonedTime.ts'
import { createDirectory } from '../directory/directory.service.ts'
import type { FirstStepService } from '../firstStep/firstStep.routes.ts'
import type { PreferenceService } from '../preference/preference.routes.ts'
import { createApiKeys } from './apiKey.service.ts'
import { createAttempts } from './attempts.store.ts'
import { createCaptchas } from './captcha.service.ts'
import { ownerCheck } from './confirmOwner.ts'
import type { SecondStep } from './secondStep.ts'
import { createSessionService, type SessionService } from './session.service.ts'
import { createSessionStore, type SessionStore } from './session.store.ts'

const addressOf = ({ remoteAddress }: Visitor, { request }: Exchange): string => {
  const host = remoteAddress.includes(':') ? `[${remoteAddress}]` : remoteAddress
  return `${host}:${request.socket.remotePort ?? 0}`
}

/** The door that every attempt to sign in goes through. */
interface Entrance {
  /** Records a request that could not even be read. */
  refuse(problem: string, visitor: Visitor, exchange: Exchange): Promise<void>
  /**
   * Records the attempt and sets the cookie when it succeeds.
   * @param account a function, when it becomes known on the way
   */
  enter(
    account: string | (() => string),
    visitor: Visitor,
    exchange: Exchange,
    signIn: () => Promise<SignedIn>,
  ): Promise<SignedIn>
}

/** Leaves a row in the login log for every attempt, good or bad or malformed, and sets the cookie after a good one. */
const entrance = ({ access, trail }: Platform): Entrance => {
  const record = (who: string | (() => string), reason: string, visitor: Visitor, exchange: Exchange) => {
    const { userAgent, referer } = visitor
    const account = typeof who === 'string' ? who : who()
    return trail.signIn({ account, remoteAddr: addressOf(visitor, exchange), userAgent, referer, reason })
  }
  return {
    refuse: (problem, visitor, exchange) => record('', problem, visitor, exchange),
    enter: async (account, visitor, exchange, signIn) => {
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

/** What others know about whoever is signed in. */
interface Acquaintances {
  preferences: PreferenceService
  firstSteps: FirstStepService
}

const infoOf = async (caller: Caller, { preferences, firstSteps }: Acquaintances): Promise<SessionInfo> => ({
  userInfo: {
    id: caller.userId,
    account: caller.account,
    name: caller.name,
    superManager: caller.isSuperManager ? 1 : 0,
    ...(await personalInfo(caller, preferences, firstSteps)),
  },
  timeZone: serverZone(),
  namespace: { id: caller.namespaceId, permissionIds: [...caller.permissionIds].sort((a, b) => a - b) },
})

async function personalInfo(caller: Caller, service: PreferenceService, firstSteps: FirstStepService) {
  const [{ hidesFirstSteps, ...preferences }, isUnderWay] = await Promise.all([
    service.of(caller.userId),
    firstSteps.isUnderWay(caller),
  ])
  return { preferences, ...(isUnderWay && { firstSteps: hidesFirstSteps ? ('hidden' as const) : ('shown' as const) }) }
}

/** How other modules let somebody in. */
export interface SessionModule
  extends Pick<SessionService, 'begin' | 'completeSignIn'>,
    Pick<SessionStore, 'addExternal' | 'findByAccount' | 'findByContact' | 'findById' | 'useSignature'>,
    Entrance {
  /** @throws AppError unless the password is the caller's, or he has none here and signed in just now */
  confirmOwner(caller: Caller, password: string): Promise<void>
}

/** Signing in and out, and what people change about themselves. */
export function sessionModule(
  platform: Platform,
  { secondStep, ...acquaintances }: { secondStep: SecondStep } & Acquaintances,
): SessionModule {
  const { mount, db, env } = platform
  const store = createSessionStore(db)
  const captchas = createCaptchas(db)
  const attempts = createAttempts(db, env)
  const directory = createDirectory(env, platform.log)
  const service = createSessionService(platform, { store, attempts, captchas, directory, secondStep })
  const apiKeys = createApiKeys(platform, store)
  const { enter, refuse } = entrance(platform)

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
  mount.public(UserCaptcha, ({ language, account = '' }, { remoteAddress }) =>
    captchas.create(language, account.trim() || remoteAddress),
  )
  mount.public(UserCheckCaptcha, async ({ key, dots }) => {
    await captchas.check(key, dots)
    return null
  })
  mount(UserInfo, (_input, caller) => infoOf(caller, acquaintances))
  mount(UserChangePassword, async (input, caller) => {
    await service.changePassword(caller, input)
    return null
  })
  mount(UserApiKey, (_input, caller) => apiKeys.read(caller))
  mount(UserGenerateApiKey, (_input, caller) => apiKeys.replace(caller))
  const { addExternal, findByAccount, findByContact, findById, useSignature } = store
  return {
    ...{ begin: service.begin, completeSignIn: service.completeSignIn },
    ...{ addExternal, findByAccount, findByContact, findById, useSignature },
    ...{ enter, refuse, confirmOwner: ownerCheck(db, store, attempts) },
  }
}
