import { failed } from '../../platform/errors.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { StoredServer } from './server.store.ts'

/** The columns that hold a secret; the hosts behind the first jump host have theirs as that has its own. */
export type SecretField = 'password' | 'jumpPassword'

/** What tokens are made for. */
type Holder = Pick<StoredServer, 'id' | 'password' | 'jumpPassword' | 'jumps'>

/** Secrets of servers: encrypted in the database, and only named by a token on the wire. */
export interface ServerSecrets {
  seal(field: SecretField, plain: string): string
  open(field: SecretField, stored: string): string
  /**
   * What stands for the stored secret on the wire: "" for none.
   * @param further counts the hosts behind the first jump host from 1; 0 is the server or the first jump host itself
   */
  token(server: Holder, field: SecretField, further?: number): string
  /**
   * Turns what came over the wire into the secret itself: a token gives the stored one, another text is taken as it is.
   * @param find looks up a server the caller may see
   * @throws AppError when the token is not ours or its server is not visible
   */
  resolve(field: SecretField, given: string, find: (id: number) => Promise<Holder | undefined>): Promise<string>
}

/** Hosts on the way may change places, so any of their tokens is good for each of them. */
const TOKEN = /^keep:(\d{1,15}):(password|jumpPassword)(?:\.(\d))?:([A-Za-z0-9_-]+)$/
const TOKEN_PURPOSE = 'server.keep'

const storedIn = (server: Holder, field: SecretField, further: number): string =>
  further === 0 ? server[field] : (server.jumps[further - 1]?.password ?? '')

const nameOf = (id: number | string, field: string, further: number) =>
  `${id}:${field}${further === 0 ? '' : `.${further}`}`

/** Creates the one place where secrets of servers are opened. */
export function createServerSecrets(secrets: Secrets): ServerSecrets {
  const open = (field: SecretField, stored: string) => secrets.decrypt(stored, `server.${field}`)
  return {
    open,
    seal: (field, plain) => secrets.encrypt(plain, `server.${field}`),
    token: (server, field, further = 0) => {
      if (storedIn(server, field, further) === '') return ''
      const name = nameOf(server.id, field, further)
      return `keep:${name}:${secrets.sign(name, TOKEN_PURPOSE)}`
    },
    resolve: async (field, given, find) => {
      if (!given.startsWith('keep:')) return given
      const [, id = '', named = '', place = '0', signature = ''] = TOKEN.exec(given) ?? []
      const further = Number(place)
      const isOurs = named === field && secrets.verify(nameOf(id, named, further), TOKEN_PURPOSE, signature)
      const server = isOurs ? await find(Number(id)) : undefined
      if (!server) throw failed(`${field} is not valid any more; enter it again`)
      return open(field, storedIn(server, field, further))
    },
  }
}
