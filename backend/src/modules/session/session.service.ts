import { Code, type InputOf, State } from '@windlass/shared-kit/contract'
import {
  type SignedIn,
  UserChangePassword,
  type UserExtLogin,
  type UserLogin,
} from '@windlass/shared-kit/contract/session'
import { signInRefusal } from '@windlass/shared-kit/contract/signInRefusal'
import type { Caller, Visitor } from '../../platform/caller.ts'
import { AppError, failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Directory } from '../directory/directory.service.ts'
import type { Attempts } from './attempts.store.ts'
import type { Captchas } from './captcha.service.ts'
import { createExtLogin } from './extLogin.service.ts'
import { createPasswordRules } from './passwordRules.ts'
import { proofOf, type SecondStep, type SignInProof } from './secondStep.ts'
import type { SessionStore, User } from './session.store.ts'
import { withFloor } from './withFloor.ts'

/** Ways in, and the change of one's own password. */
export interface SessionService {
  login(input: InputOf<typeof UserLogin>, visitor: Visitor): Promise<SignedIn>
  /** For a system that knows the signing key and vouches for somebody; each of its signatures is good once. */
  extLogin(input: InputOf<typeof UserExtLogin>, visitor: Visitor): Promise<SignedIn>
  /** Where every way in ends: whoever may come in has proved who he is, and is asked for his second step if he has one. */
  completeSignIn(user: User, proof: SignInProof, visitor: Visitor): Promise<SignedIn>
  /** Begins the session that a proof, and a second step where one was due, has earned. */
  begin(userId: number, proof: SignInProof, visitor: Visitor): Promise<SignedIn>
  /** Ends every other session of the caller. */
  changePassword(caller: Caller, input: InputOf<typeof UserChangePassword>): Promise<void>
}

const requireEnabled = (user: User): void => {
  if (user.state !== State.Enabled) {
    throw new AppError(Code.AccountDisabled, 'this account is disabled', signInRefusal('disabled'))
  }
}

/** The one way from a proof to a session. */
function createEnding(
  { sessions, trail }: Pick<Platform, 'sessions' | 'trail'>,
  store: SessionStore,
  secondStep: SecondStep,
) {
  const requireWelcome = async (user: User) => {
    requireEnabled(user)
    const namespaceList = await store.namespacesOf(user.id)
    if (namespaceList.length === 0) {
      throw failed('you belong to no namespace yet; ask an administrator to add you', signInRefusal('noNamespace'))
    }
    return namespaceList
  }

  const begin: SessionService['begin'] = async (userId, proof, visitor) => {
    const user = await store.findById(userId)
    const namespaceList = await requireWelcome(user)
    if (proof.newPassword !== '') {
      await store.changePassword(user.id, proof.newPassword)
      await sessions.endAll(user.id)
      await trail.deed({
        ...{ userId: user.id, namespaceId: 0, api: UserChangePassword.path, requestTime: Date.now() },
        request: { account: user.account, way: proof.way },
        answer: null,
      })
    }
    const token = await sessions.start(user, visitor, proof)
    await store.signedIn(user.id)
    return { token, namespaceList }
  }

  const completeSignIn: SessionService['completeSignIn'] = async (user, proof, visitor) => {
    await requireWelcome(user)
    await secondStep.require(user, proof, visitor)
    return begin(user.id, proof, visitor)
  }

  return { requireWelcome, completeSignIn, begin }
}

/** Creates the rules of signing in. */
export function createSessionService(
  platform: Pick<Platform, 'env' | 'sessions' | 'secrets' | 'log' | 'trail'>,
  parts: {
    store: SessionStore
    attempts: Attempts
    captchas: Captchas
    directory: Directory
    secondStep: SecondStep
  },
): SessionService {
  const { env, secrets } = platform
  const { store, attempts, captchas, secondStep } = parts
  const { requirePassword, settlePassword, changePassword } = createPasswordRules(platform, parts)
  const { requireWelcome, completeSignIn, begin } = createEnding(platform, store, secondStep)

  const requireCaptcha = async (account: string, key: string, visitor: Visitor): Promise<void> => {
    if (!env.CAPTCHA_ENABLED || (await attempts.failures(account)) === 0) return
    if (!(await captchas.redeem(key, [account, visitor.remoteAddress]))) {
      throw failed('solve the captcha first', signInRefusal('captcha'))
    }
  }

  return {
    changePassword,
    completeSignIn,
    begin,
    extLogin: createExtLogin(secrets, env, { store, attempts, completeSignIn }),

    login: (input, visitor) =>
      withFloor(async () => {
        const { account, password, newPassword = '', captchaKey = '' } = input
        await attempts.requireUnlocked(account, visitor.remoteAddress)
        await requireCaptcha(account, captchaKey, visitor)
        const proven = await requirePassword(account, password, visitor)
        await requireWelcome(proven.user)
        const chosen = await settlePassword(proven, password, newPassword)
        const proof = proofOf(proven.isHere ? 'password' : 'ldap')
        return completeSignIn(proven.user, { ...proof, newPassword: chosen }, visitor)
      }),
  }
}
