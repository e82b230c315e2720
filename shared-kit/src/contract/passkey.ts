import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { RecoveryCodes } from './secondFactor.ts'
import { SignedIn } from './session.ts'
import { ById, Id, listOf, Timestamp } from './shapes.ts'

/** A key on a device of the caller that lets him in. */
export const Passkey = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  insertTime: Timestamp,
  lastUsedTime: Timestamp,
  /** Kept by the device's maker as well, so that it survives the device. */
  isBackedUp: Type.Boolean(),
})
export type Passkey = Static<typeof Passkey>

/** What the browser is to ask the device; `options` is JSON of the WebAuthn standard. */
export const PasskeyCeremony = Type.Object({ ceremony: Type.String(), options: Type.Unknown() })

const Name = Type.String({ minLength: 1, maxLength: 50 })
const Ceremony = Type.String({ minLength: 1, maxLength: 100 })
/** Base64url of the WebAuthn standard. */
const Bytes = Type.String({ maxLength: 20_000 })
const Credential = { id: Bytes, rawId: Bytes, type: Type.Literal('public-key') }

/** What a device answers when it made a key. */
export const PasskeyCreated = Type.Object({
  ...Credential,
  response: Type.Object({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
  }),
})
export type PasskeyCreated = Static<typeof PasskeyCreated>

/** What a device answers when it used one. */
export const PasskeyUsed = Type.Object({
  ...Credential,
  response: Type.Object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: Type.Optional(Bytes),
  }),
})
export type PasskeyUsed = Static<typeof PasskeyUsed>

export const PasskeyList = endpoint({
  method: 'GET',
  path: '/user/getPasskeys',
  access: 'signed-in',
  notByKey: true,
  output: listOf(Passkey),
})

/** Asks for the password; absent for people of a directory, who need a fresh sign-in. */
export const PasskeyBegin = endpoint({
  method: 'POST',
  path: '/user/beginPasskey',
  access: 'signed-in',
  notByKey: true,
  input: Type.Object({ password: Type.Optional(Type.String({ maxLength: 256 })) }),
  output: PasskeyCeremony,
  logged: 'without-data',
})

/** From then on a password alone does not let the caller in. */
export const PasskeyAdd = endpoint({
  method: 'POST',
  path: '/user/addPasskey',
  access: 'signed-in',
  notByKey: true,
  input: Type.Object({ ceremony: Ceremony, name: Name, credential: PasskeyCreated }),
  output: RecoveryCodes,
  logged: 'without-data',
})

export const PasskeyRename = endpoint({
  method: 'PUT',
  path: '/user/renamePasskey',
  access: 'signed-in',
  notByKey: true,
  input: Type.Object({ id: Id, name: Name }),
  logged: true,
})

export const PasskeyRemove = endpoint({
  method: 'DELETE',
  path: '/user/removePasskey',
  access: 'signed-in',
  notByKey: true,
  input: Type.Object({ ...ById.properties, password: Type.Optional(Type.String({ maxLength: 256 })) }),
  logged: true,
})

/** Begins a sign-in by passkey: as the second factor of `challenge`, or instead of account and password without one. */
export const PasskeyAsk = endpoint({
  method: 'POST',
  path: '/user/askPasskey',
  access: 'public',
  input: Type.Object({ challenge: Type.Optional(Type.String({ maxLength: 100 })) }),
  output: PasskeyCeremony,
})

export const PasskeyEnter = endpoint({
  method: 'POST',
  path: '/user/enterByPasskey',
  access: 'public',
  input: Type.Object({ ceremony: Ceremony, credential: PasskeyUsed }),
  output: SignedIn,
})
