import { Code } from '@windlass/shared-kit/contract'
import { NamespaceOptionList } from '@windlass/shared-kit/contract/namespace'
import { UserInfo } from '@windlass/shared-kit/contract/session'
import { ApiError, call } from '@windlass/shared-kit/http'
import { i18n } from '@windlass/shared-kit/i18n'
import {
  claimPrivate,
  forgetNamespace,
  forgetSession,
  readNamespace,
  setSession,
  store,
  storeNamespace,
  userAtom,
} from '@windlass/shared-kit/session'
import { expectOtherUser, takeOwnRegistry } from '../areas/ownRegistry.ts'
import { askSession } from './earlySession.ts'
import { followPreferences, keepChosen } from './ownPreferences.ts'

let pending: Promise<void> | undefined

/** Picks the last of the user's namespaces, as sign-in does (Specification 3). */
export async function pickNamespace(): Promise<void> {
  const { list } = await call(NamespaceOptionList, {}, { quiet: true })
  const last = list.at(-1)
  if (last) storeNamespace({ id: last.namespaceId, name: last.namespaceName, roleId: last.roleId })
}

async function load(): Promise<void> {
  if (readNamespace().id === 0) await pickNamespace()
  const registry = takeOwnRegistry()
  const info = await askSession().catch(async (error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== Code.NamespaceInvalid) throw error
    // The user was taken out of the stored namespace: work goes on in another one.
    forgetNamespace()
    await pickNamespace()
    return askSession()
  })
  // An answer without a user would open the console for nobody.
  if (!info?.userInfo) throw new Error(i18n.t('verificationFailed', { ns: 'host' }))
  await registry
  claimPrivate(info.userInfo.id)
  await followPreferences(info.userInfo.preferences)
  setSession(info)
  if (info.userInfo.preferences) keepChosen()
}

/** Fetches user and permissions once; several askers share one request, and its failure. */
export function loadSession(): Promise<void> {
  if (store.get(userAtom)) return Promise.resolve()
  pending ??= load()
  return pending
}

/** After a sign-in or a failure: the next asker starts anew. */
export function restartSession(): void {
  pending = undefined
  expectOtherUser()
  forgetSession()
}

/** Fetches user and permissions again, after the server said that they changed. */
export async function reloadSession(): Promise<void> {
  setSession(await call(UserInfo))
}
