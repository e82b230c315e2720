import { Code } from '@windlass/shared-kit/contract'
import type { SecondFactor, SecondFactorMethod, TotpOffer } from '@windlass/shared-kit/contract/secondFactor'
import { AppError, failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'
import type { SecondStep, SignInProof } from '../session/secondStep.ts'
import type { Challenges } from './challenge.store.ts'
import { newRecoveryCodes, plainCode, recoveryHash, recoveryHashes } from './recoveryCode.ts'
import type { SecondFactorStore } from './secondFactor.store.ts'
import { newTotpSecret, offerTotp, stepOfCode } from './totp.ts'

const PURPOSE = 'secondFactor.secret'
/** As long as the sign-in that may ask for it. */
const PENDING_MS = 10 * 60_000

const wrongCode = () => failed('this code is wrong or was used already; wait for the next one and try again')
const tooOld = () => failed('this sign-in took too long or is finished; begin again')

/** A sign-in whose second half was proved. */
export interface Proved {
  userId: number
  proof: SignInProof
}

type Asked = { proof: SignInProof }
type Parts = { store: SecondFactorStore; challenges: Challenges }

/** What people answer with after their password, and the rules that keep it theirs. */
export interface SecondFactorService extends SecondStep {
  state(userId: number): Promise<SecondFactor>
  /** Changes nothing until the first code is confirmed. @param code of the app there is, when it is to be replaced */
  begin(userId: number, code: string): Promise<TotpOffer>
  /** Answers the recovery codes, when there were none yet. */
  confirm(userId: number, code: string): Promise<string[]>
  removeTotp(userId: number, code: string): Promise<void>
  replaceCodes(userId: number): Promise<string[]>
  /** The recovery codes that go with the first factor of somebody; none when he has some. */
  firstCodes(userId: number): Promise<string[]>
  /** Refuses to go on when somebody would be left without the factor that the console demands of him. */
  requireSpare(userId: number): Promise<void>
  /** Without a factor recovery codes are worth nothing: they go with the last one. */
  tidy(userId: number): Promise<void>
  /** Takes everything from somebody who lost it. */
  reset(userId: number): Promise<void>
  /** Whose sign-in a challenge names. */
  asked(challenge: string): Promise<number>
  answer(challenge: string, code: string): Promise<Proved>
  /** Uses up the challenge of a sign-in that was completed by other means. */
  settle(challenge: string, userId: number): Promise<Proved>
  offer(challenge: string): Promise<TotpOffer>
  accept(challenge: string, code: string): Promise<Proved & { recoveryCodes: string[] }>
}

/** Answers to the question for a second factor, counted so that nobody can guess. */
function codeRules({ env, secrets, log }: Pick<Platform, 'env' | 'log' | 'secrets'>, store: SecondFactorStore) {
  const isRight = async (userId: number, typed: string): Promise<boolean> => {
    const code = plainCode(typed)
    if (!/^\d{6}$/.test(code)) return store.useCode(userId, await recoveryHashes(secrets, userId, code))
    const row = await store.find(userId)
    if (!row || row.confirmTime === 0) return false
    const step = stepOfCode(secrets.decrypt(row.secret, PURPOSE), code, Date.now())
    return step !== undefined && store.useStep(userId, step)
  }

  /** Counts the try, asks whether it is right, and locks after the last one that is allowed. */
  const counted = async <T>(userId: number, isFine: () => Promise<T | undefined>): Promise<T> => {
    const failures = await store.count(userId)
    if (failures === undefined || failures > env.LOGIN_MAX_ERRORS) {
      throw failed(
        'too many wrong codes; wait a quarter of an hour, or as long as your administrator set, and try again',
      )
    }
    const result = await isFine()
    if (result !== undefined) {
      await store.forgetFailures(userId)
      return result
    }
    if (failures === env.LOGIN_MAX_ERRORS) {
      await store.lock(userId, Date.now() + env.LOGIN_LOCK_SECONDS * 1000)
      log.warn({ userId }, 'second factor locked after too many wrong codes')
    }
    throw wrongCode()
  }

  return {
    counted,
    requireCode: async (userId: number, typed: string): Promise<void> => {
      await counted(userId, async () => ((await isRight(userId, typed)) ? true : undefined))
    },
  }
}

/** Setting an authenticator app up, and taking it away. */
function totpRules(platform: Pick<Platform, 'env' | 'log' | 'secrets'>, store: SecondFactorStore) {
  const { env, secrets } = platform
  const { counted, requireCode } = codeRules(platform, store)

  const replaceCodes = async (userId: number): Promise<string[]> => {
    const codes = newRecoveryCodes()
    const hashes = await Promise.all(codes.map((code) => recoveryHash(secrets, userId, code)))
    await store.replaceCodes(userId, hashes)
    return codes
  }
  const firstCodes = async (userId: number) => ((await store.codesLeft(userId)) > 0 ? [] : replaceCodes(userId))

  const offerNew = async (userId: number): Promise<TotpOffer> => {
    const secret = newTotpSecret()
    await store.offer(userId, secrets.encrypt(secret, PURPOSE))
    const { account } = await store.person(userId)
    const host = URL.canParse(env.PUBLIC_URL) ? `@${new URL(env.PUBLIC_URL).host}` : ''
    return offerTotp(secret, `${account}${host}`)
  }

  const confirm = async (userId: number, typed: string): Promise<string[]> => {
    const row = await store.find(userId)
    if (!row || row.pendingSecret === '' || row.pendingTime < Date.now() - PENDING_MS) {
      throw failed('this set-up took too long or is finished; begin again')
    }
    const secret = secrets.decrypt(row.pendingSecret, PURPOSE)
    const step = await counted(userId, async () => stepOfCode(secret, plainCode(typed), Date.now()))
    if (!(await store.confirm(userId, row.pendingSecret, step))) throw failed('this set-up was begun anew elsewhere')
    return firstCodes(userId)
  }
  return { requireCode, replaceCodes, firstCodes, offerNew, confirm }
}

/** What somebody has, and whether he has to have something. */
function holdings({ env }: Pick<Platform, 'env'>, store: SecondFactorStore) {
  const methodsOf = async (userId: number): Promise<SecondFactorMethod[]> => {
    const methods: SecondFactorMethod[] = []
    if (((await store.find(userId))?.confirmTime ?? 0) > 0) methods.push('totp')
    if ((await store.countPasskeys(userId)) > 0) methods.push('passkey')
    return methods.length === 0 ? [] : [...methods, 'recovery']
  }
  const isDemanded = ({ superManager }: { superManager: number }) =>
    env.SECOND_FACTOR === 'required' || (env.SECOND_FACTOR === 'required-for-super' && superManager === 1)

  return {
    methodsOf,
    isDemanded,
    hasTotp: async (userId: number) => (await methodsOf(userId)).includes('totp'),
    tidy: async (userId: number): Promise<void> => {
      if ((await methodsOf(userId)).length === 0) await store.dropCodes(userId)
    },
    requireSpare: async (userId: number): Promise<void> => {
      const apps = (await methodsOf(userId)).includes('totp') ? 1 : 0
      if (apps + (await store.countPasskeys(userId)) > 1) return
      if (isDemanded(await store.person(userId))) {
        throw failed('this console demands a second factor of you: add another one first, then remove this one')
      }
    },
  }
}

type Holdings = ReturnType<typeof holdings>
type TotpRules = ReturnType<typeof totpRules>
type Entrance = Pick<SecondFactorService, 'accept' | 'answer' | 'asked' | 'offer' | 'require' | 'settle'>

/** What lies between a right password and a session. */
function entrance(challenges: Challenges, { methodsOf, isDemanded }: Holdings, totp: TotpRules): Entrance {
  const read = async (challenge: string) => {
    const found = await challenges.read<Asked>('second-factor', challenge)
    if (!found) throw tooOld()
    return found
  }
  const settle: Entrance['settle'] = async (challenge, userId) => {
    const taken = await challenges.take<Asked>('second-factor', challenge)
    if (!taken || taken.userId !== userId) throw tooOld()
    return { userId, proof: taken.data.proof }
  }
  /** A challenge that asks to set something up must not become a way around what was set up meanwhile. */
  const readSetUp = async (challenge: string): Promise<number> => {
    const { userId } = await read(challenge)
    if ((await methodsOf(userId)).length > 0) throw tooOld()
    return userId
  }
  return {
    settle,
    asked: async (challenge) => (await read(challenge)).userId,

    require: async (user, proof) => {
      // A passkey is two factors at once: the device, and the finger or PIN that it asked for.
      if (proof.way === 'passkey') return
      const methods = await methodsOf(user.id)
      const needsSetUp = methods.length === 0
      if (needsSetUp && !isDemanded(user)) return
      const challenge = await challenges.open('second-factor', user.id, { proof } satisfies Asked)
      const message = needsSetUp
        ? 'this console demands a second factor: set one up in its sign-in page'
        : 'the second factor of this account is asked for: answer it in the sign-in page of the console'
      throw new AppError(Code.SecondFactorNeeded, message, { challenge, methods, needsSetUp })
    },

    answer: async (challenge, code) => {
      const { userId } = await read(challenge)
      await totp.requireCode(userId, code)
      return settle(challenge, userId)
    },

    offer: async (challenge) => totp.offerNew(await readSetUp(challenge)),

    accept: async (challenge, code) => {
      const userId = await readSetUp(challenge)
      const recoveryCodes = await totp.confirm(userId, code)
      return { ...(await settle(challenge, userId)), recoveryCodes }
    },
  }
}

/** Creates the rules of the second step. */
export function createSecondFactorService(
  platform: Pick<Platform, 'env' | 'log' | 'secrets'>,
  { store, challenges }: Parts,
): SecondFactorService {
  const held = holdings(platform, store)
  const { methodsOf, hasTotp, tidy, requireSpare } = held
  const totp = totpRules(platform, store)

  return {
    ...entrance(challenges, held, totp),
    firstCodes: totp.firstCodes,
    confirm: totp.confirm,
    requireSpare,
    tidy,

    state: async (userId) => {
      const [methods, row, person] = [await methodsOf(userId), await store.find(userId), await store.person(userId)]
      return {
        isOn: methods.length > 0,
        hasTotp: methods.includes('totp'),
        totpTime: formatTimestamp(row?.confirmTime ?? 0),
        recoveryCodesLeft: await store.codesLeft(userId),
        isRequired: held.isDemanded(person),
        hasPassword: person.password !== '',
      }
    },

    begin: async (userId, code) => {
      if (await hasTotp(userId)) await totp.requireCode(userId, code)
      return totp.offerNew(userId)
    },

    removeTotp: async (userId, code) => {
      if (!(await hasTotp(userId))) throw failed('you have no authenticator app set up')
      await requireSpare(userId)
      await totp.requireCode(userId, code)
      await store.dropTotp(userId)
      await tidy(userId)
    },

    replaceCodes: async (userId) => {
      if ((await methodsOf(userId)).length === 0) throw failed('set up a second factor first')
      return totp.replaceCodes(userId)
    },

    reset: async (userId) => {
      await store.drop(userId)
      await store.dropCodes(userId)
      await store.dropPasskeys(userId)
      await challenges.forget(userId)
    },
  }
}
