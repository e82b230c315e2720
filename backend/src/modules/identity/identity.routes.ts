import {
  UserConfig,
  UserLogout,
  UserMediaLogin,
  UserOpenIdBegin,
  UserOpenIdLogin,
} from '@windlass/shared-kit/contract/session'
import { failed } from '../../platform/errors.ts'
import type { Exchange } from '../../platform/mount.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SessionModule } from '../session/session.routes.ts'
import { createIdentityStore } from './identity.store.ts'
import { createMediaService } from './media.service.ts'
import { createOpenIdService, homeAddress, TICKET_SECONDS } from './openId.service.ts'
import { createOpenIdClient } from './openIdClient.ts'

const TICKET_COOKIE = 'windlass_openid'

/** An account that becomes known while somebody signs in, for the log. */
const hearing = () => {
  let account = ''
  return {
    heard: () => account,
    told: (name: string) => {
      account = name
    },
  }
}

const keepTicket = ({ request, reply }: Exchange, ticket: string) => {
  const secure = request.protocol === 'https'
  const maxAge = ticket === '' ? 0 : TICKET_SECONDS
  reply.setCookie(TICKET_COOKIE, ticket, { path: '/', httpOnly: true, sameSite: 'strict', secure, maxAge })
}

/** Ways in that others vouch for, and the way out that leads past them. */
export function identityModule(platform: Platform, { session }: { session: SessionModule }): void {
  const { mount, env, log, secrets, sessions, access } = platform
  const { enter, refuse } = session
  const media = createMediaService(env, log, session)
  const provider = createOpenIdClient(env, log)
  const store = createIdentityStore(platform.db)
  const openId = createOpenIdService(env, { secrets, provider, store, session })
  const hasOpenId = env.OIDC_ISSUER !== ''
  const requireOpenId = () => {
    if (!hasOpenId) throw failed('this way to sign in is not set up')
  }

  mount.public(UserConfig, () => ({
    ldap: { enabled: env.LDAP_URL !== '' },
    captcha: { enabled: env.CAPTCHA_ENABLED },
    mediaURL: media.addresses,
    openId: { label: hasOpenId ? env.OIDC_LABEL : '' },
  }))
  mount.public(
    UserMediaLogin,
    ({ redirectUri = '', ...answer }, visitor, exchange) => {
      const { heard, told } = hearing()
      return enter(heard, visitor, exchange, () => media.signIn({ ...answer, redirectUri }, visitor, told))
    },
    refuse,
  )
  mount.public(UserOpenIdBegin, async (_input, visitor, exchange) => {
    requireOpenId()
    const { url, ticket } = await openId.begin(visitor)
    keepTicket(exchange, ticket)
    return { url }
  })
  mount.public(
    UserOpenIdLogin,
    ({ query }, visitor, exchange) => {
      const { heard, told } = hearing()
      const ticket = exchange.request.cookies[TICKET_COOKIE] ?? ''
      keepTicket(exchange, '')
      return enter(heard, visitor, exchange, async () => {
        requireOpenId()
        return openId.finish(query, ticket, visitor, told)
      })
    },
    refuse,
  )
  mount(UserLogout, async (_input, caller, { request, reply }) => {
    const idToken = await sessions.idTokenOf(caller.sessionId)
    await sessions.end(caller.sessionId)
    access.setCookie(reply, request, '')
    // Whatever the provider says, the session here is over.
    const endSessionUrl = await provider.endAddress(idToken, homeAddress(env, caller)).catch(() => '')
    return { endSessionUrl }
  })
}
