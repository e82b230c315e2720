import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Permission } from './permission.ts'
import { SignedIn } from './session.ts'
import { ById, Timestamp } from './shapes.ts'

/** With what a sign-in can be completed. */
export const SecondFactorMethod = Type.Enum(['totp', 'passkey', 'recovery'])
export type SecondFactorMethod = Static<typeof SecondFactorMethod>

/** `data` of an answer with `Code.SecondFactorNeeded`: the password was right, and this is what has to follow. */
export const SecondFactorQuestion = Type.Object({
  /** Names this sign-in; good for one success within ten minutes. */
  challenge: Type.String(),
  /** Empty when there is no second factor yet and the console demands one. */
  methods: Type.Array(SecondFactorMethod),
  needsSetUp: Type.Boolean(),
})
export type SecondFactorQuestion = Static<typeof SecondFactorQuestion>

/** What an authenticator app needs to know. */
export const TotpOffer = Type.Object({
  /** Base32, for typing. */
  secret: Type.String(),
  /** The `otpauth:` address of the picture. */
  address: Type.String(),
  /** QR code, as data URI of an SVG. */
  picture: Type.String(),
})
export type TotpOffer = Static<typeof TotpOffer>

/** Ten codes that each replace the second factor once; never shown again. Empty when there are some already. */
export const RecoveryCodes = Type.Object({ recoveryCodes: Type.Array(Type.String()) })
export type RecoveryCodes = Static<typeof RecoveryCodes>

/** The caller's second factor. */
export const SecondFactor = Type.Object({
  /** Whether a password alone does not let him in. */
  isOn: Type.Boolean(),
  hasTotp: Type.Boolean(),
  totpTime: Timestamp,
  recoveryCodesLeft: Type.Integer(),
  /** The console demands one of him: the last cannot be removed. */
  isRequired: Type.Boolean(),
  /** False for people of a directory: instead of asking for a password, changes need a fresh sign-in. */
  hasPassword: Type.Boolean(),
})
export type SecondFactor = Static<typeof SecondFactor>

/** The code of an authenticator app, or a recovery code; spaces and dashes do not matter. */
const Answer = Type.String({ minLength: 6, maxLength: 40 })
/** Six digits of an authenticator app. */
const TotpCode = Type.String({ minLength: 6, maxLength: 10 })
const Challenge = Type.String({ minLength: 1, maxLength: 100 })
/** The caller's password; absent for people of a directory. */
const OwnPassword = Type.Optional(Type.String({ maxLength: 256 }))

/** Completes a sign-in. */
export const SecondFactorAnswer = endpoint({
  method: 'POST',
  path: '/user/answerSecondFactor',
  access: 'public',
  input: Type.Object({ challenge: Challenge, code: Answer }),
  output: SignedIn,
})

/** Begins the set-up that a sign-in demands. */
export const SecondFactorOffer = endpoint({
  method: 'POST',
  path: '/user/offerSecondFactor',
  access: 'public',
  input: Type.Object({ challenge: Challenge }),
  output: TotpOffer,
})

/** Ends the set-up that a sign-in demands, and with it the sign-in. */
export const SecondFactorAccept = endpoint({
  method: 'POST',
  path: '/user/acceptSecondFactor',
  access: 'public',
  input: Type.Object({ challenge: Challenge, code: TotpCode }),
  output: Type.Object({ ...SignedIn.properties, ...RecoveryCodes.properties }),
})

export const SecondFactorState = endpoint({
  method: 'GET',
  path: '/user/getSecondFactor',
  access: 'signed-in',
  output: SecondFactor,
})

/** Changes nothing until the first code is confirmed. */
export const TotpBegin = endpoint({
  method: 'POST',
  path: '/user/beginTotp',
  access: 'signed-in',
  notByKey: true,
  input: Type.Object({
    password: OwnPassword,
    /** Of the app there is, or a recovery code, when the app is to be replaced. */
    code: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  output: TotpOffer,
  logged: 'without-data',
})

export const TotpConfirm = endpoint({
  method: 'POST',
  path: '/user/confirmTotp',
  access: 'signed-in',
  notByKey: true,
  input: Type.Object({ code: TotpCode }),
  output: RecoveryCodes,
  logged: 'without-data',
})

/** Asks for the password and for a code of the app, or a recovery code. */
export const TotpRemove = endpoint({
  method: 'DELETE',
  path: '/user/removeTotp',
  access: 'signed-in',
  notByKey: true,
  input: Type.Object({ password: OwnPassword, code: Answer }),
  logged: 'without-data',
})

/** The codes there were until now are worth nothing afterwards. */
export const RecoveryCodesReplace = endpoint({
  method: 'PUT',
  path: '/user/replaceRecoveryCodes',
  access: 'signed-in',
  notByKey: true,
  input: Type.Object({ password: OwnPassword }),
  output: RecoveryCodes,
  logged: 'without-data',
})

/** Takes the second factor, passkeys included, from somebody who lost it, and ends his sessions. */
export const SecondFactorReset = endpoint({
  method: 'PUT',
  path: '/user/resetSecondFactor',
  access: [Permission.EditMember],
  notByKey: true,
  input: ById,
  logged: true,
})
