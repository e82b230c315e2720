import { createHash, timingSafeEqual } from 'node:crypto'
import { Code, type InputOf, State } from '@windlass/shared-kit/contract'
import type { SignedIn, UserChangePassword, UserExtLogin, UserLogin } from '@windlass/shared-kit/contract/session'
import type { Caller, Visitor } from '../../platform/caller.ts'
import { AppError, denied, failed } from '../../platform/errors.ts'
import { hashPassword, needsUpgrade, passwordProblem, verifyPassword } from '../../platform/passwords.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Attempts } from './attempts.store.ts'
import type { Captchas } from './captcha.service.ts'
import type { SessionStore } from './session.store.ts'

const DAY_MS = 24 * 60 * 60_000
/** How far the clock of a system that vouches for somebody may be from ours. */
const SIGNATURE_SECONDS = 30

type User = NonNullable<Awaited<ReturnType<SessionStore['findByAccount']>>>

/** The same words for an account that does not exist, so that nobody learns which ones do. */
const wrong = () => denied('the account or the password is wrong')
const mustChange = (message: string) => new AppError(Code.PasswordMustChange, message)

/** Ways in, and the change of one's own password. */
export interface SessionService {
  login(input: InputOf<typeof UserLogin>, visitor: Visitor): Promise<SignedIn>
  /** For a system that knows the signing key and vouches for somebody; each of its signatures is good once. */
  extLogin(input: InputOf<typeof UserExtLogin>, visitor: Visitor): Promise<SignedIn>
  /** Ends every other session of the caller. */
  changePassword(caller: Caller, input: InputOf<typeof UserChangePassword>): Promise<void>
}

type Signing = Pick<Platform, 'env' | 'sessions' | 'secrets'>

const requireEnabled = (user: User): void => {
  if (user.state !== State.Enabled) throw new AppError(Code.AccountDisabled, 'this account is disabled')
}

const isSigned = ({ account, time = 0, token }: InputOf<typeof UserExtLogin>, key: Uint8Array): boolean => {
  const expected = createHash('md5').update(account).update(key).update(String(time)).digest('hex')
  const [given, wanted] = [Buffer.from(token), Buffer.from(expected)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** What has to be true of a password before it lets anybody in. */
function passwordRules({ env, sessions, secrets }: Signing, store: SessionStore, attempts: Attempts) {
  // Compared with when the account is unknown, so that this takes as long as for a known one.
  const decoy = hashPassword(secrets.sign('nobody', 'decoy password'))

  const requirePassword = async (account: string, password: string): Promise<User> => {
    const attempt = await attempts.begin(account)
    const user = await store.findByAccount(account)
    const isRight = await verifyPassword(password, user?.password || (await decoy))
    if (!user || !isRight) {
      await attempt.fail()
      throw wrong()
    }
    await attempt.succeed()
    if (needsUpgrade(user.password)) await store.upgradeHash(user.id, await hashPassword(password))
    return user
  }

  const isExpired = (changed: number) =>
    env.PASSWORD_PERIOD_DAYS > 0 && changed + env.PASSWORD_PERIOD_DAYS * DAY_MS < Date.now()

  /** Stores the new password, or refuses to go on with one that has to be replaced. */
  const settlePassword = async (user: User, password: string, chosen: string): Promise<void> => {
    if (chosen === '') {
      if (user.passwordUpdateTime === null)
        throw mustChange('this is your first sign-in: choose a password of your own')
      if (isExpired(user.passwordUpdateTime)) throw mustChange('your password has expired: choose a new one')
      return
    }
    const problem = passwordProblem(chosen)
    if (problem !== undefined) throw mustChange(problem)
    if (chosen === password) throw mustChange('choose a password that differs from the old one')
    await store.changePassword(user.id, await hashPassword(chosen))
    await sessions.endAll(user.id)
  }

  const changePassword: SessionService['changePassword'] = async (caller, { oldPwd, newPwd }) => {
    const problem = passwordProblem(newPwd)
    if (problem !== undefined) throw failed(problem)
    if (oldPwd === newPwd) throw failed('choose a password that differs from the old one')
    const attempt = await attempts.begin(caller.account)
    const user = await store.findById(caller.userId)
    if (!(await verifyPassword(oldPwd, user.password))) {
      await attempt.fail()
      throw failed('the old password is wrong')
    }
    await attempt.succeed()
    await store.changePassword(user.id, await hashPassword(newPwd))
    await sessions.endAll(user.id, caller.sessionId)
  }

  return { requirePassword, settlePassword, changePassword }
}

/** Creates the rules of signing in. */
export function createSessionService(
  platform: Signing,
  store: SessionStore,
  attempts: Attempts,
  captchas: Captchas,
): SessionService {
  const { env, sessions, secrets } = platform
  const { requirePassword, settlePassword, changePassword } = passwordRules(platform, store, attempts)

  const requireCaptcha = async (account: string, key: string): Promise<void> => {
    if (!env.CAPTCHA_ENABLED || (await attempts.failures(account)) === 0) return
    if (!(await captchas.redeem(key))) throw failed('solve the captcha first')
  }

  const namespacesOf = async (user: User) => {
    const namespaceList = await store.namespacesOf(user.id)
    if (namespaceList.length === 0) throw failed('you belong to no namespace yet; ask an administrator to add you')
    return namespaceList
  }

  const start = async (user: User, visitor: Visitor): Promise<string> => {
    const token = await sessions.start(user, visitor)
    await store.signedIn(user.id)
    return token
  }

  return {
    changePassword,

    login: async ({ account, password, newPassword = '', captchaKey = '' }, visitor) => {
      await attempts.requireUnlocked(account)
      await requireCaptcha(account, captchaKey)
      const user = await requirePassword(account, password)
      requireEnabled(user)
      const namespaceList = await namespacesOf(user)
      await settlePassword(user, password, newPassword)
      return { token: await start(user, visitor), namespaceList }
    },

    extLogin: async (input, visitor) => {
      const { account, time = 0, token } = input
      const age = Math.abs(Date.now() / 1000 - time)
      if (age > SIGNATURE_SECONDS) throw new AppError(Code.IllegalParameter, 'this link is too old; ask for a new one')
      const attempt = await attempts.begin(account)
      if (!isSigned(input, secrets.sessionKey)) {
        await attempt.fail()
        throw new AppError(Code.IllegalParameter, 'the signature of this link is wrong')
      }
      await attempt.succeed()
      const isFresh = await store.useSignature(token, Date.now() + 2 * SIGNATURE_SECONDS * 1000)
      if (!isFresh) throw new AppError(Code.IllegalParameter, 'this link was used already; ask for a new one')
      const user = await store.findByAccount(account)
      if (!user) throw failed('this account does not exist')
      requireEnabled(user)
      const namespaceList = await namespacesOf(user)
      // A password that somebody else knows may not be left in place by coming in through another door.
      if (user.passwordUpdateTime === null) throw failed('sign in with your password once and choose your own')
      return { token: await start(user, visitor), namespaceList }
    },
  }
}
