import { failed } from '../../platform/errors.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { ServerRecord } from './server.store.ts'

/** The columns that hold a secret. */
export type SecretField = 'password' | 'jumpPassword'

/** Secrets of servers: encrypted in the database, and only named by a token on the wire. */
export interface ServerSecrets {
  seal(field: SecretField, plain: string): string
  open(field: SecretField, stored: string): string
  /** What stands for the stored secret on the wire: "" for none. */
  token(server: ServerRecord, field: SecretField): string
  /**
   * Turns what came over the wire into the secret itself: a token gives the stored one, another text is taken as it is.
   * @param find looks up a server the caller may see
   * @throws AppError when the token is not ours or its server is not visible
   */
  resolve(field: SecretField, given: string, find: (id: number) => Promise<ServerRecord | undefined>): Promise<string>
}

const TOKEN = /^keep:(\d{1,15}):(password|jumpPassword):([A-Za-z0-9_-]+)$/
const TOKEN_PURPOSE = 'server.keep'

/** Creates the one place where secrets of servers are opened. */
export function createServerSecrets(secrets: Secrets): ServerSecrets {
  const open = (field: SecretField, stored: string) => secrets.decrypt(stored, `server.${field}`)
  return {
    open,
    seal: (field, plain) => secrets.encrypt(plain, `server.${field}`),
    token: (server, field) => {
      if (server[field] === '') return ''
      return `keep:${server.id}:${field}:${secrets.sign(`${server.id}:${field}`, TOKEN_PURPOSE)}`
    },
    resolve: async (field, given, find) => {
      if (!given.startsWith('keep:')) return given
      const [, id = '', named = '', signature = ''] = TOKEN.exec(given) ?? []
      const isOurs = named === field && secrets.verify(`${id}:${named}`, TOKEN_PURPOSE, signature)
      const server = isOurs ? await find(Number(id)) : undefined
      if (!server) throw failed(`${field} is not valid any more; enter it again`)
      return open(field, server[field])
    },
  }
}
