import { Code, type InputOf } from '@windlass/shared-kit/contract'
import type { UserChangePassword } from '@windlass/shared-kit/contract/session'
import { signInRefusal } from '@windlass/shared-kit/contract/signInRefusal'
import type { Env } from '../../env.ts'
import type { Caller, Visitor } from '../../platform/caller.ts'
import { AppError, failed } from '../../platform/errors.ts'
import {
  choiceProblem,
  hashPassword,
  needsUpgrade,
  type PasswordSettings,
  verifyPassword,
} from '../../platform/passwords.ts'
import type { Platform } from '../../platform/platform.ts'
import { FIRST_ADMINISTRATOR } from '../../platform/seed.ts'
import type { Directory, DirectoryPerson } from '../directory/directory.service.ts'
import type { Attempts } from './attempts.store.ts'
import type { SessionStore, User } from './session.store.ts'

const DAY_MS = 24 * 60 * 60_000
const ACCOUNT_LENGTH = 25

/** The same words for an account that does not exist, so that nobody learns which ones do. */
const wrong = () => new AppError(Code.Denied, 'the account or the password is wrong', signInRefusal('wrong'))
const directoryAway = () =>
  new AppError(
    Code.Denied,
    'the directory that checks passwords does not answer; try again, or tell an administrator',
    signInRefusal('directoryAway'),
  )
const keptElsewhere = () => failed('your password is kept by the directory; change it there')
const mustChange = (message: string) => new AppError(Code.PasswordMustChange, message)

interface ProvenPassword {
  user: User
  /** False when the directory keeps it. */
  isHere: boolean
}

interface Parts {
  store: SessionStore
  attempts: Attempts
  directory: Directory
}

/** The user behind a password that the directory keeps; somebody new gets an account. */
const requireDirectory =
  ({ log }: Pick<Platform, 'log'>, { store, attempts, directory }: Parts) =>
  async (account: string, password: string, visitor: Visitor): Promise<User> => {
    const attempt = await attempts.begin(account, visitor.remoteAddress)
    let person: DirectoryPerson | undefined
    try {
      person = await directory.verify(account, password)
    } catch (error) {
      log.error({ err: error }, 'the directory cannot be asked')
      await attempt.takeBack()
      throw directoryAway()
    }
    const known = person && (await store.findByAccount(person.account))
    // Directories find people by more ways to write an account than we do; none of them leads to this one.
    if (!person || known?.id === FIRST_ADMINISTRATOR) {
      await attempt.fail()
      throw wrong()
    }
    await attempt.succeed()
    if (person.account.length > ACCOUNT_LENGTH) throw failed(`an account has at most ${ACCOUNT_LENGTH} characters here`)
    return known ?? store.addExternal(person)
  }

const isExpired = (changed: number, periodDays: number) => periodDays > 0 && changed + periodDays * DAY_MS < Date.now()

/** Answers the hash of the chosen password, "" for none, or refuses to go on with one that has to be replaced. */
const settlePassword =
  (env: PasswordSettings & Pick<Env, 'PASSWORD_PERIOD_DAYS'>) =>
  async ({ user, isHere }: ProvenPassword, password: string, chosen: string): Promise<string> => {
    if (!isHere && chosen !== '') throw keptElsewhere()
    if (!isHere) return ''
    if (chosen === '') {
      if (user.passwordUpdateTime === null)
        throw mustChange('this is your first sign-in: choose a password of your own')
      if (isExpired(user.passwordUpdateTime, env.PASSWORD_PERIOD_DAYS))
        throw mustChange('your password has expired: choose a new one')
      return ''
    }
    const problem = choiceProblem(env, user.account, chosen)
    if (problem !== undefined) throw mustChange(problem)
    if (chosen === password) throw mustChange('choose a password that differs from the old one')
    return hashPassword(chosen)
  }

/** What has to be true of a password before it lets anybody in. */
export function createPasswordRules(platform: Pick<Platform, 'env' | 'sessions' | 'secrets' | 'log'>, parts: Parts) {
  const { env, sessions, secrets } = platform
  const { store, attempts, directory } = parts
  // Compared with when the account is unknown, so that this takes as long as for a known one.
  const decoy = hashPassword(secrets.sign('nobody', 'decoy password'))

  /** The user behind a password that is kept here. */
  const requireOwnPassword = async (account: string, password: string, visitor: Visitor): Promise<User> => {
    const attempt = await attempts.begin(account, visitor.remoteAddress)
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

  const fromDirectory = requireDirectory(platform, parts)

  /** Whose password it is, wherever that is kept. */
  const requirePassword = async (account: string, password: string, visitor: Visitor): Promise<ProvenPassword> => {
    // The first administrator gets in also when the directory does not answer.
    const isHere = !directory.isEnabled || (await store.findByAccount(account))?.id === FIRST_ADMINISTRATOR
    return isHere
      ? { isHere, user: await requireOwnPassword(account, password, visitor) }
      : { isHere, user: await fromDirectory(account, password, visitor) }
  }

  const changePassword = async (caller: Caller, { oldPwd, newPwd }: InputOf<typeof UserChangePassword>) => {
    if (directory.isEnabled && caller.userId !== FIRST_ADMINISTRATOR) throw keptElsewhere()
    const problem = choiceProblem(env, caller.account, newPwd)
    if (problem !== undefined) throw failed(problem)
    if (oldPwd === newPwd) throw failed('choose a password that differs from the old one')
    const attempt = await attempts.begin(caller.account, caller.remoteAddress)
    const user = await store.findById(caller.userId)
    if (!(await verifyPassword(oldPwd, user.password))) {
      await attempt.fail()
      throw failed('the old password is wrong')
    }
    await attempt.succeed()
    await store.changePassword(user.id, await hashPassword(newPwd))
    await sessions.endAll(user.id, caller.sessionId)
  }

  return {
    requirePassword,
    settlePassword: settlePassword(env),
    changePassword,
  }
}
