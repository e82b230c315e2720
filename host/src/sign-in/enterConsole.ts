import type { SignedIn } from '@windlass/shared-kit/contract/session'
import { readNamespace, setLoginMarker, storeNamespace } from '@windlass/shared-kit/session'
import { restartSession } from '../guard/loadSession.ts'

/** Keeps the stored namespace if it is one of the user's, else takes the last one (Specification 3). */
function chooseNamespace({ namespaceList }: SignedIn): void {
  const stored = readNamespace().id
  const chosen = namespaceList.find(({ id }) => id === stored) ?? namespaceList.at(-1)
  if (chosen) storeNamespace({ id: chosen.id, name: chosen.name, roleId: chosen.roleId ?? chosen.role_id })
}

/** Makes this browser that of whoever has just signed in; the caller leaves the page next. */
export function enterConsole(signedIn: SignedIn): void {
  chooseNamespace(signedIn)
  setLoginMarker()
  restartSession()
}
