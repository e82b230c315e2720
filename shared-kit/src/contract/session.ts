import { type Static, Type } from 'typebox'
import { Code } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { Preferences } from './preference.ts'

/**
 * A password as it may be stored. The length counts bytes, and at least two of letters, numbers and symbols must occur;
 * both are beyond a schema, so the service checks them too.
 */
export const Password = Type.String({ minLength: 8, maxLength: 16 })

/** The name a user signs in with; upper and lower case are the same account. */
export const Account = Type.String({ minLength: 1, maxLength: 25 })

/** Whether a user is a super manager, who holds every permission in every namespace: 0 no, 1 yes. */
export const SuperManagerFlag = Type.Enum([0, 1])
export type SuperManagerFlag = Static<typeof SuperManagerFlag>

/** A namespace the user who just signed in may work in. */
export const LoginNamespace = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  /** 0 when bound as a super manager. */
  role_id: Type.Integer(),
  /** The same as `role_id`, named as everywhere else on the wire. */
  roleId: Type.Integer(),
  /** Always null; permissions come with UserInfo. */
  permissionIds: Type.Null(),
})
export type LoginNamespace = Static<typeof LoginNamespace>

/** What every kind of sign-in answers; the same token is also set as the session cookie. */
export const SignedIn = Type.Object({
  token: Type.String(),
  namespaceList: Type.Array(LoginNamespace, { minItems: 1 }),
})
export type SignedIn = Static<typeof SignedIn>

/** What the sign-in page has to offer. */
export const LoginConfig = Type.Object({
  ldap: Type.Object({ enabled: Type.Boolean() }),
  captcha: Type.Object({ enabled: Type.Boolean() }),
  /** Where to authorize with a chat provider, without `redirect_uri`; "" when the provider is not configured. */
  mediaURL: Type.Object({ dingtalk: Type.String(), feishu: Type.String() }),
  /** Name of the OpenID Connect provider, for its button; "" when there is none. */
  openId: Type.Object({ label: Type.String() }),
})
export type LoginConfig = Static<typeof LoginConfig>

export const Captcha = Type.Object({
  /** Data URI of the JPEG to click on, 300 x 240 px. */
  base64: Type.String(),
  /** Data URI of the PNG with the characters to click, left to right, 150 x 40 px. */
  thumbBase64: Type.String(),
  /** Names this captcha; lives two minutes. */
  key: Type.String(),
})
export type Captcha = Static<typeof Captcha>

/** Who is signed in, and what they may do in the current namespace. */
export const SessionInfo = Type.Object({
  userInfo: Type.Object({
    id: Type.Integer(),
    account: Type.String(),
    name: Type.String(),
    superManager: SuperManagerFlag,
    preferences: Type.Optional(Preferences),
    /** Present while the current namespace lacks something on the way to its first deploy that the user may add. */
    firstSteps: Type.Optional(Type.Enum(['shown', 'hidden'])),
  }),
  /** The zone that times on the wire are in, an IANA name; absent when the server does not tell. */
  timeZone: Type.Optional(Type.String()),
  /** `id` repeats the namespace header, 0 when it was absent. */
  namespace: Type.Object({ id: Type.Integer(), permissionIds: Type.Array(Type.Integer(), { uniqueItems: true }) }),
})
export type SessionInfo = Static<typeof SessionInfo>

/**
 * The password is not held to `Password` here, because a directory may have other rules, and neither is the new one,
 * because a weak one answers `Code.PasswordMustChange` instead of a bad parameter.
 */
export const UserLogin = endpoint({
  method: 'POST',
  path: '/user/login',
  invalidCode: Code.IllegalParameter,
  access: 'public',
  input: Type.Object({
    account: Account,
    password: Type.String({ minLength: 1, maxLength: 256 }),
    /** Replaces the password while signing in; "" keeps it. */
    newPassword: Type.Optional(Type.String()),
    /** Key of a captcha that UserCheckCaptcha accepted; asked only after a failed attempt. */
    captchaKey: Type.Optional(Type.String()),
  }),
  output: SignedIn,
})

/** Sign-in vouched for by another system that knows the signing key. */
export const UserExtLogin = endpoint({
  method: 'POST',
  path: '/user/extLogin',
  invalidCode: Code.IllegalParameter,
  access: 'public',
  input: Type.Object({
    account: Account,
    /** When it was signed, in Unix seconds; good for 30 s. */
    time: Type.Optional(Type.Integer()),
    /** Lower-case hex MD5 of account, signing key and time, one after the other. */
    token: Type.String({ minLength: 32, maxLength: 32 }),
  }),
  output: SignedIn,
})

/** Sign-in vouched for by a chat provider, with what its page put into the address. */
export const UserMediaLogin = endpoint({
  method: 'POST',
  path: '/user/mediaLogin',
  access: 'public',
  input: Type.Object({
    authCode: Type.String({ minLength: 1 }),
    /** Names the provider: one that contains "dingtalk" is DingTalk, anything else Feishu. */
    state: Type.String({ minLength: 1 }),
    /** As given to the provider. */
    redirectUri: Type.Optional(Type.String()),
  }),
  output: SignedIn,
})

/**
 * Begins a sign-in at the OpenID Connect provider: the browser goes to `url` next, and keeps what belongs to it in a
 * cookie until it comes back.
 */
export const UserOpenIdBegin = endpoint({
  method: 'POST',
  path: '/user/openIdBegin',
  access: 'public',
  output: Type.Object({ url: Type.String() }),
})

/** Ends it, with the query that the provider's page put into the address. */
export const UserOpenIdLogin = endpoint({
  method: 'POST',
  path: '/user/openIdLogin',
  access: 'public',
  input: Type.Object({
    /** Without its question mark. */
    query: Type.String({ minLength: 1, maxLength: 8192 }),
  }),
  output: SignedIn,
})

/** Ends the session on the server, so that its token is worth nothing afterwards. */
export const UserLogout = endpoint({
  method: 'POST',
  path: '/user/logout',
  access: 'signed-in',
  /** Where the browser goes next to end the session at the provider too; "" when there is nothing to end. */
  output: Type.Object({ endSessionUrl: Type.String() }),
})

export const UserConfig = endpoint({ method: 'GET', path: '/user/getConfig', access: 'public', output: LoginConfig })

export const UserCaptcha = endpoint({
  method: 'GET',
  path: '/user/getCaptcha',
  access: 'public',
  /** `zh-cn` draws Chinese characters, anything else digits and capital letters. */
  input: Type.Object({
    language: Type.String({ minLength: 1 }),
    /** The account that is going to sign in with it; without one it is good for the caller's address. */
    account: Type.Optional(Type.String({ maxLength: 256 })),
  }),
  output: Captcha,
  // Drawing one costs far more than asking for it; people look at a few.
  callsAMinute: 30,
})

export const UserCheckCaptcha = endpoint({
  method: 'POST',
  path: '/user/checkCaptcha',
  access: 'public',
  input: Type.Object({
    key: Type.String({ minLength: 1 }),
    /** x1, y1, x2, y2, … in picture pixels, each 11 less than the click, in the order of the thumbnail. */
    dots: Type.Array(Type.Integer(), { maxItems: 10 }),
  }),
  callsAMinute: 30,
})

export const UserInfo = endpoint({ method: 'GET', path: '/user/info', access: 'signed-in', output: SessionInfo })

export const UserChangePassword = endpoint({
  method: 'PUT',
  path: '/user/changePassword',
  access: 'signed-in',
  notByKey: true,
  input: Type.Object({ oldPwd: Password, newPwd: Password }),
  logged: 'without-data',
})

/** The caller's own API key; "" when none was ever generated. */
export const UserApiKey = endpoint({
  method: 'GET',
  path: '/user/getApiKey',
  access: 'signed-in',
  notByKey: true,
  output: Type.String(),
})

/** Answers the new key, 32 letters and digits; the previous one stops working at once. */
export const UserGenerateApiKey = endpoint({
  method: 'PUT',
  path: '/user/generateApiKey',
  access: 'signed-in',
  notByKey: true,
  output: Type.String(),
  logged: 'without-data',
})
