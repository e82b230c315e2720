import { hash } from 'node:crypto'
import type { SignedIn } from '@windlass/shared-kit/contract/session'
import type { Env } from '../../env.ts'
import type { Visitor } from '../../platform/caller.ts'
import { denied, failed } from '../../platform/errors.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { FIRST_ADMINISTRATOR } from '../../platform/seed.ts'
import { proofOf } from '../session/secondStep.ts'
import type { SessionModule } from '../session/session.routes.ts'
import type { IdentityStore } from './identity.store.ts'
import type { OpenIdClient, OpenIdPerson, OpenIdTicket } from './openIdClient.ts'

const PURPOSE = 'openid.ticket'
/** How long somebody may take at the provider. */
export const TICKET_SECONDS = 600
const ACCOUNT_LENGTH = 25

/** Signing in through an OpenID Connect provider. */
export interface OpenIdService {
  /** @returns where to go, and what the browser has to bring back */
  begin(visitor: Visitor): Promise<{ url: string; ticket: string }>
  /** @param told hears the account as soon as it is known */
  finish(query: string, ticket: string, visitor: Visitor, told: (account: string) => void): Promise<SignedIn>
}

/** Where the page of this console is: as people write it, or as this one did. */
export const homeAddress = ({ PUBLIC_URL }: Pick<Env, 'PUBLIC_URL'>, { origin }: Pick<Visitor, 'origin'>): string =>
  `${(PUBLIC_URL || origin).replace(/\/+$/, '')}/`

interface KeptTicket extends OpenIdTicket {
  until: number
}

const stale = () => denied('this sign-in has taken too long, or was begun elsewhere; begin again')

/** What was begun in this browser, if it still may be finished. */
function readTicket(secrets: Secrets, sealed: string): OpenIdTicket {
  let ticket: KeptTicket
  try {
    // Only what was sealed here opens.
    ticket = JSON.parse(secrets.decrypt(sealed, PURPOSE)) as KeptTicket
  } catch {
    throw stale()
  }
  if (ticket.until < Date.now()) throw stale()
  return ticket
}

/** Who of ours the provider means: by what was bound before, or by the account at the first time. */
function personFinder(env: Pick<Env, 'OIDC_AUTO_CREATE'>, store: IdentityStore, session: SessionModule) {
  const meet = async ({ issuer, subject, account, name }: OpenIdPerson) => {
    if (account === '') throw failed('the sign-in provider does not say which account is yours; ask an administrator')
    const known = await session.findByAccount(account)
    // The first administrator signs in with the password kept here, whatever a provider says.
    if (known && (known.id === FIRST_ADMINISTRATOR || (await store.isBound(known.id, issuer)))) {
      throw failed('this account cannot be taken over by the sign-in provider; ask an administrator')
    }
    if (!known && !env.OIDC_AUTO_CREATE)
      throw failed(`there is no account ${account} here; ask an administrator for one`)
    if (account.length > ACCOUNT_LENGTH) throw failed(`an account has at most ${ACCOUNT_LENGTH} characters here`)
    const user = known ?? (await session.addExternal({ account, name }))
    await store.bind(user.id, issuer, subject)
    return user
  }
  return async (person: OpenIdPerson) => {
    const userId = await store.userOf(person.issuer, person.subject)
    return userId === undefined ? meet(person) : session.findById(userId)
  }
}

/** Creates the rules of signing in through the provider. */
export function createOpenIdService(
  env: Pick<Env, 'OIDC_AUTO_CREATE' | 'PUBLIC_URL'>,
  parts: { secrets: Secrets; provider: OpenIdClient; store: IdentityStore; session: SessionModule },
): OpenIdService {
  const { secrets, provider, store, session } = parts
  const findPerson = personFinder(env, store, session)
  return {
    begin: async (visitor) => {
      const { url, ticket } = await provider.begin(homeAddress(env, visitor))
      const kept: KeptTicket = { ...ticket, until: Date.now() + TICKET_SECONDS * 1000 }
      return { url, ticket: secrets.encrypt(JSON.stringify(kept), PURPOSE) }
    },
    finish: async (query, sealed, visitor, told) => {
      const ticket = readTicket(secrets, sealed)
      const id = hash('sha256', ticket.state)
      if (!(await session.useSignature(id, Date.now() + TICKET_SECONDS * 1000))) throw stale()
      const person = await provider.finish(query, ticket)
      told(person.account)
      const user = await findPerson(person)
      told(user.account)
      return session.completeSignIn(user, { ...proofOf('oidc'), idToken: person.idToken }, visitor)
    },
  }
}
