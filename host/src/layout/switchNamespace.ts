import { atom, type StoredNamespace, store, storeNamespace } from '@windlass/shared-kit/session'

const SWITCHED = 'windlass-switched'

/** While set, the whole window waits for the reload. */
export const isSwitchingAtom = atom(false)

/** Stores the namespace and starts the console anew, so that nothing of the other one stays (Specification 4). */
export function switchNamespace(namespace: StoredNamespace): void {
  store.set(isSwitchingAtom, true)
  storeNamespace(namespace)
  sessionStorage.setItem(SWITCHED, '1')
  location.reload()
}

/** Whether this is the first landing after a switch. */
export function takeSwitched(): boolean {
  const isSwitched = sessionStorage.getItem(SWITCHED) !== null
  sessionStorage.removeItem(SWITCHED)
  return isSwitched
}
