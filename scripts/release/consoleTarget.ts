import { packArtefact } from '@windlass/backend/artefact/archive'
import { CommandError, EXIT, refused } from '@windlass/backend/commandLine/commandError'
import { NamespaceList, NamespaceOptionList, NamespaceUserOptionList } from '@windlass/shared-kit/contract/namespace'
import {
  ARCHIVE_LIMIT_BYTES,
  ReleaseCanary,
  ReleaseCompare,
  ReleaseContext,
  ReleaseEndCanary,
  ReleaseHistory,
  ReleaseList,
  ReleasePin,
  ReleasePromote,
  ReleasePublish,
  ReleaseRollback,
  ReleaseSetRule,
  ReleaseSwitch,
  ReleaseVersionList,
} from '@windlass/shared-kit/contract/release'
import { ReleaseKeyAdd, ReleaseKeyList, ReleaseKeyRevoke } from '@windlass/shared-kit/contract/releaseKey'
import {
  ReleaseAddPreview,
  ReleasePreviewList,
  ReleaseRevokePreview,
} from '@windlass/shared-kit/contract/releasePreview'
import { UserInfo } from '@windlass/shared-kit/contract/session'
import { UserList } from '@windlass/shared-kit/contract/user'
import { bytesText } from './amounts.ts'
import type { ConsoleClient } from './consoleClient.ts'
import type { Named, ReleaseTarget } from './releaseTarget.ts'

/** Releases into a running console. */
export function consoleTarget(client: ConsoleClient): ReleaseTarget {
  const { call } = client
  return {
    name: client.url.replace(/\/$/, ''),
    knowsUsers: true,
    context: (remote) => call(ReleaseContext, { remote }),
    publish: async (artefact, { onSent }) => {
      const { id: remote, version } = artefact.contents
      const content = await packArtefact(artefact)
      if (content.length > ARCHIVE_LIMIT_BYTES) throw tooLarge(content.length)
      return client.upload(ReleasePublish, { remote, version }, { name: `${remote}-${version}.tgz`, content, onSent })
    },
    promote: async (remote, version) => void (await call(ReleasePromote, { remote, version })),
    canary: async (remote, version, audience) => void (await call(ReleaseCanary, { remote, version, ...audience })),
    endCanary: async (remote) => void (await call(ReleaseEndCanary, { remote })),
    rollback: (remote, version) => call(ReleaseRollback, { remote, version }),
    pin: async (remote, version) => void (await call(ReleasePin, { remote, isPinned: true, version })),
    unpin: async (remote) => void (await call(ReleasePin, { remote, isPinned: false })),
    disable: async (remote, reason) => void (await call(ReleaseSwitch, { remote, isDisabled: true, reason })),
    enable: async (remote) => void (await call(ReleaseSwitch, { remote, isDisabled: false, reason: '' })),
    setRule: async (remote, rule) => void (await call(ReleaseSetRule, { remote, ...rule })),
    list: () => call(ReleaseList),
    versions: async (remote) => (await call(ReleaseVersionList, { remote })).list,
    history: async (remote, rows) => (await call(ReleaseHistory, { remote, page: 1, rows })).list,
    compare: (remote, from, to) => call(ReleaseCompare, { remote, from, to }),
    keys: async () => (await call(ReleaseKeyList)).list,
    addKey: async (key) => void (await call(ReleaseKeyAdd, key)),
    revokeKey: async ({ id }) => void (await call(ReleaseKeyRevoke, { id })),
    preview: async (remote, version, userId, seconds) => {
      const link = await call(ReleaseAddPreview, { remote, version, userId, seconds })
      return { ...link, url: new URL(link.path.replace(/^\//, ''), client.url).href }
    },
    previews: async (remote) => (await call(ReleasePreviewList, { remote })).list,
    revokePreview: async (id) => void (await call(ReleaseRevokePreview, { id })),
    people: async () => {
      const [{ userInfo }, namespaces, users] = await Promise.all([
        call(UserInfo),
        everyNamespace(client),
        usersOf(client),
      ])
      return { namespaces, users, self: userInfo.id }
    },
    rebuild: async () => {
      throw refused('console', 'A console keeps its releases in its database: only a folder is written anew')
    },
  }
}

const tooLarge = (bytes: number) =>
  refused(
    'size',
    `The archive has ${bytesText(bytes)}, and a console takes ${bytesText(ARCHIVE_LIMIT_BYTES)}: what grew? Compare with \`diff\``,
  )

/** The namespaces the caller is in, his first one first. */
export async function namespacesOf({ call }: ConsoleClient): Promise<Named[]> {
  const { list } = await call(NamespaceOptionList)
  return list.map(({ namespaceId, namespaceName }) => ({ id: namespaceId, names: [namespaceName] }))
}

/** Also those the caller is not in, where he may see them. */
function everyNamespace(client: ConsoleClient): Promise<Named[]> {
  const all = async () => (await client.call(NamespaceList)).list.map(({ id, name }) => ({ id, names: [name] }))
  return orIfNotPermitted(all, () => namespacesOf(client))
}

/** Everybody where the caller may see everybody, else the members of his namespace. */
function usersOf({ call }: ConsoleClient): Promise<Named[]> {
  const everybody = async () =>
    (await call(UserList)).list.map(({ id, account, name }) => ({
      id,
      names: [account, name].filter((text) => text !== ''),
    }))
  const members = async () =>
    (await call(NamespaceUserOptionList)).list.map(({ userId, userName }) => ({ id: userId, names: [userName] }))
  return orIfNotPermitted(everybody, members)
}

async function orIfNotPermitted<Found>(ask: () => Promise<Found>, otherwise: () => Promise<Found>): Promise<Found> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof CommandError && error.exitCode === EXIT.notPermitted) return otherwise()
    throw error
  }
}
