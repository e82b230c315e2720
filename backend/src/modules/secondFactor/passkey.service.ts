import { isIP } from 'node:net'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { InputOf } from '@windlass/shared-kit/contract'
import type {
  Passkey,
  PasskeyAdd,
  PasskeyCreated,
  PasskeyEnter,
  PasskeyUsed,
} from '@windlass/shared-kit/contract/passkey'
import type { Caller, Visitor } from '../../platform/caller.ts'
import { denied, failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { proofOf } from '../session/secondStep.ts'
import type { Challenges } from './challenge.store.ts'
import { createPasskeyStore } from './passkey.store.ts'
import type { Proved, SecondFactorService } from './secondFactor.service.ts'

const NAME = 'Windlass'
const LIMIT = 20
/** One answer for whatever is wrong with a key, which would only help a forger. */
const wrong = () => denied('this passkey does not fit; try again, or sign in with your password')
const tooOld = () => failed('this took too long or is finished; begin again')

interface Ceremony {
  ceremony: string
  options: unknown
}

/** What a device was asked, and for which sign-in; "" for one that begins with the passkey. */
type Asked = { challenge: string; signIn: string }

/** The keys on the devices of people. */
export interface PasskeyService {
  list(userId: number): Promise<Passkey[]>
  begin(caller: Caller): Promise<Ceremony>
  add(caller: Caller, input: InputOf<typeof PasskeyAdd>): Promise<string[]>
  rename(userId: number, id: number, name: string): Promise<void>
  remove(userId: number, id: number): Promise<void>
  /** @param signIn challenge of the sign-in that waits for its second step; "" when the passkey is everything */
  ask(signIn: string, visitor: Visitor): Promise<Ceremony>
  /** Whose key this says it is, for the login log; "" when nobody's. */
  accountOf(input: InputOf<typeof PasskeyEnter>): Promise<string>
  enter(input: InputOf<typeof PasskeyEnter>, visitor: Visitor): Promise<Proved>
}

/** The name that keys are bound to: a key made for one console is never offered to another one. */
function relyingParty(publicUrl: string, visitor: Visitor): { id: string; origin: string } {
  const address = URL.canParse(publicUrl) ? publicUrl : visitor.origin
  if (!URL.canParse(address)) throw failed('passkeys need PUBLIC_URL: set it to the address that users see')
  const { hostname, origin, protocol } = new URL(address)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) {
    throw failed('passkeys need a name: open the console by its name instead of an address of numbers')
  }
  if (protocol !== 'https:' && hostname !== 'localhost')
    throw failed('passkeys need HTTPS: open the console by https://')
  return { id: hostname, origin }
}

const createdResponse = ({ response: { transports, ...response }, ...credential }: PasskeyCreated) => ({
  ...credential,
  clientExtensionResults: {},
  // The standard may know ways that the types do not; they are only handed back to the browser.
  response: { ...response, transports: (transports ?? []) as [] },
})

const usedResponse = ({ response: { userHandle, ...response }, ...credential }: PasskeyUsed) => ({
  ...credential,
  clientExtensionResults: {},
  response: { ...response, ...(userHandle !== undefined && { userHandle }) },
})

type Tools = Pick<Platform, 'db' | 'env' | 'log' | 'secrets'>
type Parts = { challenges: Challenges; factors: SecondFactorService }

/** Making keys and looking after them. */
function ownKeys({ db, env, log, secrets }: Tools, { challenges, factors }: Parts) {
  const store = createPasskeyStore(db)
  /** Says nothing about its owner, and is the same for all his keys. */
  const handleOf = (userId: number) => Buffer.from(secrets.sign(String(userId), 'passkey owner'), 'base64url')

  const begin: PasskeyService['begin'] = async (caller) => {
    const { id } = relyingParty(env.PUBLIC_URL, caller)
    const known = await store.known(caller.userId)
    if (known.length >= LIMIT) throw failed(`${LIMIT} passkeys are the most one person may have; remove one first`)
    const options = await generateRegistrationOptions({
      rpName: NAME,
      rpID: id,
      userID: new Uint8Array(handleOf(caller.userId)),
      userName: caller.account,
      userDisplayName: caller.name,
      excludeCredentials: known,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const asked: Asked = { challenge: options.challenge, signIn: '' }
    return { ceremony: await challenges.open('passkey-add', caller.userId, asked), options }
  }

  const add: PasskeyService['add'] = async (caller, { ceremony, name, credential }) => {
    const chosen = name.trim()
    if (chosen === '') throw failed('give the passkey a name')
    const taken = await challenges.take<Asked>('passkey-add', ceremony)
    if (taken?.userId !== caller.userId) throw tooOld()
    const { id, origin } = relyingParty(env.PUBLIC_URL, caller)
    const { registrationInfo } = await verifyRegistrationResponse({
      response: createdResponse(credential),
      expectedChallenge: taken.data.challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
    }).catch((error: unknown) => {
      log.info({ err: error, userId: caller.userId }, 'passkey not taken')
      throw failed('the answer of the device does not fit; begin again')
    })
    if (!registrationInfo) throw failed('the answer of the device does not fit; begin again')
    const { id: credentialId, publicKey, counter } = registrationInfo.credential
    if (await store.byCredential(credentialId)) throw failed('this passkey is registered already')
    await store.add(caller.userId, {
      name: chosen,
      credentialId,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: (credential.response.transports ?? []).filter((way) => /^[a-z-]+$/.test(way)).join(','),
      backedUp: registrationInfo.credentialBackedUp ? 1 : 0,
    })
    return factors.firstCodes(caller.userId)
  }

  const remove: PasskeyService['remove'] = async (userId, id) => {
    await factors.requireSpare(userId)
    await store.remove(userId, id)
    await factors.tidy(userId)
  }
  return { begin, add, remove, list: store.list, rename: store.rename }
}

/** Creates the rules of passkeys. */
export function createPasskeys(tools: Tools, parts: Parts): PasskeyService {
  const { db, env, log } = tools
  const { challenges, factors } = parts
  const store = createPasskeyStore(db)

  const verify = async ({ credential }: InputOf<typeof PasskeyEnter>, asked: Asked, visitor: Visitor) => {
    const key = await store.byCredential(credential.id)
    if (!key) throw wrong()
    const { id, origin } = relyingParty(env.PUBLIC_URL, visitor)
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: usedResponse(credential),
      expectedChallenge: asked.challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: key.credentialId,
        publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64url')),
        counter: key.counter,
      },
    }).catch((error: unknown) => {
      log.warn({ err: error, userId: key.userId }, 'passkey refused')
      throw wrong()
    })
    if (!verified) throw wrong()
    // A counter that stood still or went back means that the key was copied; devices without one always say 0.
    if (!(await store.used(key.id, key.counter, authenticationInfo.newCounter))) throw wrong()
    return key
  }

  return {
    ...ownKeys(tools, parts),

    ask: async (signIn, visitor) => {
      const { id } = relyingParty(env.PUBLIC_URL, visitor)
      const userId = signIn === '' ? 0 : await factors.asked(signIn)
      const options = await generateAuthenticationOptions({
        rpID: id,
        userVerification: 'required',
        allowCredentials: userId === 0 ? [] : await store.known(userId),
      })
      const asked: Asked = { challenge: options.challenge, signIn }
      return { ceremony: await challenges.open('passkey-enter', userId, asked), options }
    },

    accountOf: async ({ credential }) => (await store.byCredential(credential.id))?.account ?? '',

    enter: async (input, visitor) => {
      const taken = await challenges.take<Asked>('passkey-enter', input.ceremony)
      if (!taken) throw tooOld()
      const key = await verify(input, taken.data, visitor)
      if (taken.data.signIn !== '') return factors.settle(taken.data.signIn, key.userId)
      // A password that somebody else knows may not be left in place by coming in through another door.
      if (key.passwordUpdateTime === null) throw failed('sign in with your password once and choose your own')
      return { userId: key.userId, proof: proofOf('passkey') }
    },
  }
}
