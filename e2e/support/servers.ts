import type { TestSshd } from '@windlass/backend/testing/sshd'
import type { InputOf } from '@windlass/shared-kit/contract'
import { ServerAdd } from '@windlass/shared-kit/contract/server'
import type { Api } from './fixtures.ts'

/** Adds a sshd as a server of the first namespace. @returns its id */
export async function addServer(
  api: Api,
  { host, port, user, keyPath }: TestSshd,
  name = 'web-1',
  more: Partial<InputOf<typeof ServerAdd>> = {},
): Promise<number> {
  const place = { ip: host, port, owner: user, path: keyPath }
  return (await api.call(ServerAdd, { namespaceId: 1, name, os: 'linux', ...place, ...more })).id
}
