import { Type } from 'typebox'

const text = (description: string, value = '') => Type.String({ default: value, description })

/** Settings of everything that lets people in beside the passwords kept here. */
export const IDENTITY_ENV = {
  EXT_LOGIN: Type.Boolean({
    default: true,
    description: 'let people in by /user/extLogin, on the word of a system that knows SESSION_SECRET',
  }),
  LDAP_URL: text('directory that checks passwords, as ldaps://host:636 or ldap://host:389; empty uses none'),
  LDAP_START_TLS: Type.Boolean({
    default: true,
    description: 'encrypt a connection to ldap:// before anything is sent',
  }),
  LDAP_CA_FILE: text('certificates the directory may be signed by, as a PEM file; empty trusts the usual ones'),
  LDAP_BIND_DN: text('who searches the directory; empty searches without a name'),
  LDAP_BIND_PASSWORD: text('password of LDAP_BIND_DN'),
  LDAP_BASE_DN: text('where the people of the directory are, as ou=people,dc=example,dc=com'),
  LDAP_ACCOUNT_ATTRIBUTE: Type.String({
    default: 'uid',
    pattern: '^[A-Za-z][A-Za-z0-9-]*$',
    description: 'attribute that holds the account; sAMAccountName in an Active Directory',
  }),
  LDAP_NAME_ATTRIBUTE: Type.String({
    default: 'cn',
    pattern: '^[A-Za-z][A-Za-z0-9-]*$',
    description: 'attribute that holds the name to show',
  }),
  LDAP_FILTER: text('what else must be true of people, without parentheses around it, as objectClass=person'),
  OIDC_ISSUER: text('OpenID Connect provider, as https://login.example.com/realms/main; empty uses none'),
  OIDC_CLIENT_ID: text('name of this console at the provider'),
  OIDC_CLIENT_SECRET: text('secret of this console at the provider; empty for a public client'),
  OIDC_SCOPES: text('what is asked of the provider; openid is always among it', 'openid profile email'),
  OIDC_ACCOUNT_CLAIM: text('claim that names the account at the first sign-in', 'preferred_username'),
  OIDC_LABEL: text('name of the provider on the button', 'SSO'),
  OIDC_AUTO_CREATE: Type.Boolean({ default: false, description: 'create an account for whoever the provider lets in' }),
  OIDC_SIGN_OUT: Type.Boolean({ default: true, description: 'signing out here ends the session at the provider too' }),
  DINGTALK_APP_KEY: text('app key at DingTalk; empty leaves its button out'),
  DINGTALK_APP_SECRET: text('app secret at DingTalk'),
  DINGTALK_LOGIN_URL: text('page on which people authorize at DingTalk', 'https://login.dingtalk.com'),
  DINGTALK_API_URL: text('address of DingTalk’s interface', 'https://api.dingtalk.com'),
  DINGTALK_OAPI_URL: text('address of DingTalk’s older interface', 'https://oapi.dingtalk.com'),
  FEISHU_APP_KEY: text('app id at Feishu; empty leaves its button out'),
  FEISHU_APP_SECRET: text('app secret at Feishu'),
  FEISHU_PASSPORT_URL: text('address of Feishu’s sign-in', 'https://passport.feishu.cn'),
}

type Given = Record<keyof typeof IDENTITY_ENV, string | boolean>

const isLoopback = ({ hostname }: URL) => ['127.0.0.1', '[::1]', 'localhost'].includes(hostname)

/** What is wrong with these settings together, or undefined. */
export function identityProblem(env: Given): string | undefined {
  if (env.LDAP_URL !== '') {
    const url = URL.parse(String(env.LDAP_URL))
    if (url === null || !['ldap:', 'ldaps:'].includes(url.protocol)) {
      return `LDAP_URL=${String(env.LDAP_URL)}: write ldaps://host:636 or ldap://host:389`
    }
    if (env.LDAP_BASE_DN === '') return 'LDAP_BASE_DN: say where the people of the directory are'
    if (/^\(.*\)$/.test(String(env.LDAP_FILTER)) && !/^\([&|!]/.test(String(env.LDAP_FILTER))) {
      return `LDAP_FILTER=${String(env.LDAP_FILTER)}: leave out the parentheses around it`
    }
  }
  if (env.OIDC_ISSUER !== '') {
    const url = URL.parse(String(env.OIDC_ISSUER))
    if (url === null || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url)))) {
      return `OIDC_ISSUER=${String(env.OIDC_ISSUER)}: write the https:// address that the provider calls its issuer`
    }
    if (env.OIDC_CLIENT_ID === '') return 'OIDC_CLIENT_ID: say how the provider calls this console'
  }
  return undefined
}
