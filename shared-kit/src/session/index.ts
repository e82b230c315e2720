export type { Atom, PrimitiveAtom, WritableAtom } from 'jotai'
/** The state library has one door: nobody else imports jotai, so there is exactly one copy and one store. */
export { atom, useAtom, useAtomValue, useSetAtom } from 'jotai'
export { clearLoginMarker, hasLoginMarker, setLoginMarker } from './loginMarker.ts'
export { claimPrivate, forgetPrivate, PRIVATE_PREFIX } from './privateStorage.ts'
export type { CurrentUser } from './session.ts'
export { forgetSession, permissionIdsAtom, setSession, userAtom, useUser } from './session.ts'
export type { SocketState } from './socket.ts'
export {
  announceSocketMessage,
  latestSocketMessageAtom,
  socketStateAtom,
  useSocketMessage,
  useSocketReopened,
} from './socket.ts'
export { SessionProvider, store } from './store.ts'
export type { StoredNamespace } from './storedNamespace.ts'
export {
  forgetNamespace,
  NO_NAMESPACE,
  namespaceAtom,
  readNamespace,
  storeNamespace,
  useNamespace,
} from './storedNamespace.ts'
