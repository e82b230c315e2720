import { atom, useAtomValue } from 'jotai'
import type { SessionInfo } from '../contract/session.ts'
import { setZones } from '../i18n/zone.ts'
import { store } from './store.ts'

/** The signed-in user. */
export type CurrentUser = SessionInfo['userInfo']

/** Null until the server said who is signed in. */
export const userAtom = atom<CurrentUser | null>(null)

/** The permissions of the user in the current namespace; a super manager holds what the server sent. */
export const permissionIdsAtom = atom<ReadonlySet<number>>(new Set<number>())

/** Takes over what the server answered about the session. */
export function setSession(info: SessionInfo): void {
  setZones({ own: info.userInfo.preferences?.timeZone ?? '', wire: info.timeZone ?? '' })
  store.set(userAtom, info.userInfo)
  store.set(permissionIdsAtom, new Set(info.namespace.permissionIds))
}

/** Forgets user and permissions. */
export function forgetSession(): void {
  store.set(userAtom, null)
  store.set(permissionIdsAtom, new Set<number>())
}

/** The signed-in user; throws where nobody is signed in, because no page is shown there. */
export function useUser(): CurrentUser {
  const user = useAtomValue(userAtom)
  if (!user) throw new Error('useUser is only for pages behind the sign-in')
  return user
}
