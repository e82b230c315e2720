import { createHash, timingSafeEqual } from 'node:crypto'
import { Code, type InputOf } from '@windlass/shared-kit/contract'
import type { SignedIn, UserExtLogin } from '@windlass/shared-kit/contract/session'
import type { Env } from '../../env.ts'
import type { Visitor } from '../../platform/caller.ts'
import { AppError, failed } from '../../platform/errors.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Attempts } from './attempts.store.ts'
import { proofOf, type SignInProof } from './secondStep.ts'
import type { SessionStore, User } from './session.store.ts'

/** How far the clock of a system that vouches for somebody may be from ours. */
const SIGNATURE_SECONDS = 30

const isSigned = ({ account, time = 0, token }: InputOf<typeof UserExtLogin>, key: Uint8Array): boolean => {
  const expected = createHash('md5').update(account).update(key).update(String(time)).digest('hex')
  const [given, wanted] = [Buffer.from(token), Buffer.from(expected)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

const refused = (message: string) => new AppError(Code.IllegalParameter, message)

interface Parts {
  store: SessionStore
  attempts: Attempts
  completeSignIn(user: User, proof: SignInProof, visitor: Visitor): Promise<SignedIn>
}

/** Lets in whom a system that knows the signing key vouches for. */
export function createExtLogin(
  { sessionKey }: Pick<Secrets, 'sessionKey'>,
  { EXT_LOGIN }: Pick<Env, 'EXT_LOGIN'>,
  { store, attempts, completeSignIn }: Parts,
): (input: InputOf<typeof UserExtLogin>, visitor: Visitor) => Promise<SignedIn> {
  return async (input, visitor) => {
    if (!EXT_LOGIN) throw refused('nobody is let in by the word of another system here; sign in yourself')
    const { account, time = 0, token } = input
    const age = Math.abs(Date.now() / 1000 - time)
    if (age > SIGNATURE_SECONDS) throw refused('this link is too old; ask for a new one')
    const attempt = await attempts.begin(account, visitor.remoteAddress)
    if (!isSigned(input, sessionKey)) {
      await attempt.fail()
      throw refused('the signature of this link is wrong')
    }
    await attempt.succeed()
    const isFresh = await store.useSignature(token, Date.now() + 2 * SIGNATURE_SECONDS * 1000)
    if (!isFresh) throw refused('this link was used already; ask for a new one')
    const user = await store.findByAccount(account)
    if (!user) throw failed('this account does not exist')
    // A password that somebody else knows may not be left in place by coming in through another door.
    if (user.passwordUpdateTime === null) {
      throw failed('sign in with your password once and choose your own')
    }
    return completeSignIn(user, proofOf('ext'), visitor)
  }
}
