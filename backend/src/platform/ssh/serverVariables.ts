import type { SshTarget } from './sshTarget.ts'

/** What scripts may name, by the names they use. */
export type Variables = Readonly<Record<string, string>>

const NAME = /\$\{([A-Za-z0-9_]+)\}/g

/** Replaces each `${NAME}` that is known, once: what a value holds is never read as a name again. */
export const substitute = (text: string, variables: Variables): string =>
  text.replace(NAME, (whole, name: string) => (Object.hasOwn(variables, name) ? (variables[name] ?? '') : whole))

/** What scripts may know of a server, sign-in included: the script is the operator's own. */
export const serverVariables = ({ jumps: [jump] = [], ...server }: SshTarget): Variables => ({
  SERVER_ID: String(server.serverId),
  SERVER_NAME: server.name,
  SERVER_IP: server.host,
  SERVER_PORT: String(server.port),
  SERVER_OWNER: server.user,
  SERVER_PASSWORD: server.password,
  SERVER_PATH: server.keyPath,
  SERVER_JUMP_IP: jump?.host ?? '',
  SERVER_JUMP_PORT: String(jump?.port ?? 0),
  SERVER_JUMP_OWNER: jump?.user ?? '',
  SERVER_JUMP_PASSWORD: jump?.password ?? '',
  SERVER_JUMP_PATH: jump?.keyPath ?? '',
})
