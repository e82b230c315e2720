import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { type Configuration, Provider } from 'oidc-provider'

/** Somebody who has an account at the provider. */
export interface ProviderPerson {
  sub: string
  preferred_username?: string
  email?: string
  email_verified?: boolean
  name?: string
  /** How the provider says that somebody has proved who he is. */
  amr?: string[]
  acr?: string
}

/** A real OpenID Connect provider on loopback, whose people are signed in there already. */
export interface OpenIdProvider {
  issuer: string
  /** The settings of a console that uses it. */
  env: Record<string, string>
  /** Who authorizes next. */
  person: ProviderPerson
  /** Changes what its ID tokens say, signed with its own key unless the change says otherwise. */
  tamper?: (claims: Record<string, unknown>) => { claims: Record<string, unknown>; isForged?: boolean }
  stop(): Promise<void>
}

const CLIENT = { id: 'windlass', secret: 'a secret between console and provider' }
const KEY_ID = 'test'

const configuration = (provider: OpenIdProvider, redirectUris: string[], jwk: object): Configuration => ({
  clients: [
    {
      client_id: CLIENT.id,
      client_secret: CLIENT.secret,
      redirect_uris: redirectUris,
      post_logout_redirect_uris: redirectUris,
    },
  ],
  jwks: { keys: [{ ...jwk, kid: KEY_ID, use: 'sig', alg: 'RS256' }] },
  cookies: { keys: ['cookie key of the tests'] },
  claims: { openid: ['sub'], profile: ['preferred_username', 'name'], email: ['email', 'email_verified'] },
  pkce: { required: () => true },
  conformIdTokenClaims: false,
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
  findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...provider.person, sub }) }),
  loadExistingGrant: async (context) => {
    const { client, session } = context.oidc
    if (!client || !session?.accountId) return undefined
    const grant = new context.oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId })
    grant.addOIDCScope('openid profile email')
    await grant.save()
    return grant
  },
})

/** Starts the provider for a console that answers at one of these addresses. */
export async function startOpenIdProvider(redirectUris: string[]): Promise<OpenIdProvider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const { privateKey: strangeKey } = await generateKeyPair('RS256')
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider: OpenIdProvider = {
    issuer,
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_LABEL: 'Example ID',
    },
    person: { sub: 'nobody' },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const oidc = new Provider(issuer, configuration(provider, redirectUris, await exportJWK(privateKey)))
  oidc.use(async (context, next) => {
    await next()
    const body = context.body as { id_token?: string } | undefined
    if (context.path !== '/token' || !body?.id_token || !provider.tamper) return
    const said = JSON.parse(Buffer.from(body.id_token.split('.')[1] ?? '', 'base64url').toString()) as object
    const { claims, isForged = false } = provider.tamper({ ...said })
    const token = new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: KEY_ID })
    context.body = { ...body, id_token: await token.sign(isForged ? strangeKey : privateKey) }
  })
  const answer = oidc.callback()
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response)
    void oidc.interactionFinished(request, response, { login: { accountId: provider.person.sub } })
  })
  return provider
}

/** Walks through the provider's pages as a browser does, and answers the address it sends back to. */
export async function authorize(address: string, home: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let next = new URL(address)
  for (let steps = 0; steps < 10; steps++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(next, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=', 2) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`the provider stopped at ${next.pathname}: ${await response.text()}`)
    next = new URL(location, next)
    if (next.href.startsWith(home)) return next
  }
  throw new Error('the provider did not send anybody back')
}
