import * as client from 'openid-client'
import type { Logger } from 'pino'
import type { Env } from '../../env.ts'
import { denied, failed } from '../../platform/errors.ts'

/** Longest that one answer of the provider is waited for. */
const LIMIT_SECONDS = 5

type Settings = Pick<
  Env,
  'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET' | 'OIDC_SCOPES' | 'OIDC_ACCOUNT_CLAIM' | 'OIDC_SIGN_OUT'
>

/** What belongs to one sign-in, from the way to the provider until the way back. */
export interface OpenIdTicket {
  state: string
  nonce: string
  verifier: string
  redirectUri: string
}

/** Somebody the provider vouches for. */
export interface OpenIdPerson {
  issuer: string
  subject: string
  /** What the claim of the settings says; "" when it says nothing to rely on. */
  account: string
  name: string
  idToken: string
}

/** The OpenID Connect provider of the settings. */
export interface OpenIdClient {
  begin(redirectUri: string): Promise<{ url: string; ticket: OpenIdTicket }>
  /** @param query what the provider's page put into the address @throws AppError when any of it is not as it must be */
  finish(query: string, ticket: OpenIdTicket): Promise<OpenIdPerson>
  /** Where a session ends at the provider; "" when it has no such place. */
  endAddress(idToken: string, returnTo: string): Promise<string>
}

const claimText = (claims: Record<string, unknown>, name: string): string => {
  const value = claims[name]
  // An address that nobody has confirmed may be anybody's.
  if (name === 'email' && claims['email_verified'] !== true) return ''
  return typeof value === 'string' ? value.trim() : ''
}

/** Looks the provider up when it is first needed, and again after it did not answer. */
function lookUp(env: Settings): () => Promise<client.Configuration> {
  let found: Promise<client.Configuration> | undefined
  const discover = () => {
    const issuer = new URL(env.OIDC_ISSUER)
    const auth = env.OIDC_CLIENT_SECRET === '' ? client.None() : client.ClientSecretBasic(env.OIDC_CLIENT_SECRET)
    return client.discovery(issuer, env.OIDC_CLIENT_ID, undefined, auth, {
      timeout: LIMIT_SECONDS,
      execute: [
        // The token comes over TLS from the provider itself; its signature is checked all the same.
        client.enableNonRepudiationChecks,
        // The settings let http through for this machine alone.
        ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    })
  }
  return async () => {
    found ??= discover()
    try {
      return await found
    } catch (error) {
      found = undefined
      throw error
    }
  }
}

/** Prepares the provider; nothing is asked of it before somebody signs in. */
export function createOpenIdClient(env: Settings, log: Logger): OpenIdClient {
  const provider = lookUp(env)
  const scope = [...new Set(['openid', ...env.OIDC_SCOPES.split(/\s+/)])].filter((part) => part !== '').join(' ')

  const configuration = async () => {
    try {
      return await provider()
    } catch (error) {
      log.error({ err: error }, 'the OpenID provider cannot be looked up')
      throw failed('the sign-in provider does not answer; try again, or sign in with your password')
    }
  }

  const finish: OpenIdClient['finish'] = async (query, { state, nonce, verifier, redirectUri }) => {
    const config = await configuration()
    try {
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
      const tokens = await client.authorizationCodeGrant(config, new URL(`${redirectUri}?${query}`), checks)
      const claims = tokens.claims()
      if (!claims) throw new Error('no ID token')
      const isTold = claimText(claims, env.OIDC_ACCOUNT_CLAIM) !== ''
      const more = isTold ? {} : await client.fetchUserInfo(config, tokens.access_token, claims.sub)
      const all = { ...more, ...claims }
      const account = claimText(all, env.OIDC_ACCOUNT_CLAIM)
      const { iss: issuer, sub: subject } = claims
      return { issuer, subject, account, name: claimText(all, 'name') || account, idToken: tokens.id_token ?? '' }
    } catch (error) {
      // Which of the checks failed is for the operator: it would only help whoever tampered.
      log.warn({ err: error }, 'a sign-in through the OpenID provider was refused')
      throw denied('the sign-in provider did not vouch for you; begin again')
    }
  }

  return {
    begin: async (redirectUri) => {
      const config = await configuration()
      const verifier = client.randomPKCECodeVerifier()
      const ticket = { state: `oidc-${client.randomState()}`, nonce: client.randomNonce(), verifier, redirectUri }
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope,
        state: ticket.state,
        nonce: ticket.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, ticket }
    },
    finish,
    endAddress: async (idToken, returnTo) => {
      if (idToken === '' || !env.OIDC_SIGN_OUT) return ''
      const config = await configuration()
      if (config.serverMetadata().end_session_endpoint === undefined) return ''
      return client.buildEndSessionUrl(config, { id_token_hint: idToken, post_logout_redirect_uri: returnTo }).href
    },
  }
}
