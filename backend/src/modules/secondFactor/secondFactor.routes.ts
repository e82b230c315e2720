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
  RecoveryCodesReplace,
  SecondFactorAccept,
  SecondFactorAnswer,
  SecondFactorOffer,
  SecondFactorReset,
  SecondFactorState,
  TotpBegin,
  TotpConfirm,
  TotpRemove,
} from '@windlass/shared-kit/contract/secondFactor'
import { failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SessionModule } from '../session/session.routes.ts'
import type { UserService } from '../user/user.service.ts'
import { createChallenges } from './challenge.store.ts'
import { createPasskeys, type PasskeyService } from './passkey.service.ts'
import { createSecondFactorService, type SecondFactorService } from './secondFactor.service.ts'
import { createSecondFactorStore } from './secondFactor.store.ts'

/** The second step of signing in; made before the module of sessions, which leans on it. */
export interface SecondStepParts {
  factors: SecondFactorService
  passkeys: PasskeyService
  accountOf(userId: number): Promise<string>
}

/** Puts the rules of the second step together. */
export function createSecondStep(platform: Platform): SecondStepParts {
  const store = createSecondFactorStore(platform.db)
  const challenges = createChallenges(platform.db, platform.secrets)
  const factors = createSecondFactorService(platform, { store, challenges })
  return {
    factors,
    passkeys: createPasskeys(platform, { challenges, factors }),
    accountOf: async (userId) => (await store.person(userId)).account,
  }
}

type Doors = SecondStepParts & { session: SessionModule }

/** Completing a sign-in: every attempt leaves a row in the login log. */
function mountEntrance({ mount }: Platform, { factors, passkeys, accountOf, session }: Doors): void {
  const { enter, begin } = session
  const accountBehind = async (challenge: string) => accountOf(await factors.asked(challenge))

  mount.public(
    SecondFactorAnswer,
    async ({ challenge, code }, visitor, exchange) =>
      enter(await accountBehind(challenge), visitor, exchange, async () => {
        const { userId, proof } = await factors.answer(challenge, code)
        return begin(userId, proof, visitor)
      }),
    session.refuse,
  )
  mount.public(SecondFactorOffer, ({ challenge }) => factors.offer(challenge))
  mount.public(
    SecondFactorAccept,
    async ({ challenge, code }, visitor, exchange) => {
      let recoveryCodes: string[] = []
      const signedIn = await enter(await accountBehind(challenge), visitor, exchange, async () => {
        const accepted = await factors.accept(challenge, code)
        recoveryCodes = accepted.recoveryCodes
        return begin(accepted.userId, accepted.proof, visitor)
      })
      return { ...signedIn, recoveryCodes }
    },
    session.refuse,
  )
  mount.public(PasskeyAsk, ({ challenge = '' }, visitor) => passkeys.ask(challenge, visitor))
  mount.public(
    PasskeyEnter,
    async (input, visitor, exchange) =>
      enter(await passkeys.accountOf(input), visitor, exchange, async () => {
        const { userId, proof } = await passkeys.enter(input, visitor)
        return begin(userId, proof, visitor)
      }),
    session.refuse,
  )
}

/** What people do with their own factors; whatever weakens an account asks for its password. */
function mountOwn({ mount }: Platform, { factors, passkeys, session }: Doors): void {
  mount(SecondFactorState, (_input, { userId }) => factors.state(userId))
  mount(TotpBegin, async ({ password = '', code = '' }, caller) => {
    await session.confirmOwner(caller, password)
    return factors.begin(caller.userId, code)
  })
  mount(TotpConfirm, async ({ code }, { userId }) => ({ recoveryCodes: await factors.confirm(userId, code) }))
  mount(TotpRemove, async ({ password = '', code }, caller) => {
    await session.confirmOwner(caller, password)
    await factors.removeTotp(caller.userId, code)
    return null
  })
  mount(RecoveryCodesReplace, async ({ password = '' }, caller) => {
    await session.confirmOwner(caller, password)
    return { recoveryCodes: await factors.replaceCodes(caller.userId) }
  })
  mount(PasskeyList, async (_input, { userId }) => ({ list: await passkeys.list(userId) }))
  mount(PasskeyBegin, async ({ password = '' }, caller) => {
    await session.confirmOwner(caller, password)
    return passkeys.begin(caller)
  })
  mount(PasskeyAdd, async (input, caller) => ({ recoveryCodes: await passkeys.add(caller, input) }))
  mount(PasskeyRename, async ({ id, name }, { userId }) => {
    const chosen = name.trim()
    if (chosen === '') throw failed('give the passkey a name')
    await passkeys.rename(userId, id, chosen)
    return null
  })
  mount(PasskeyRemove, async ({ id, password = '' }, caller) => {
    await session.confirmOwner(caller, password)
    await passkeys.remove(caller.userId, id)
    return null
  })
}

/** Second factors and passkeys: on the way in, in the profile, and where an administrator takes them away. */
export function secondFactorModule(platform: Platform, { users, ...doors }: Doors & { users: UserService }): void {
  mountEntrance(platform, doors)
  mountOwn(platform, doors)
  platform.mount(SecondFactorReset, async ({ id }, caller) => {
    if (id === caller.userId) throw failed('remove your own second factor in your profile')
    await users.requireControl(caller, id)
    await doors.factors.reset(id)
    await platform.sessions.endAll(id)
    return null
  })
}
