import { UserChangePreferences } from '@windlass/shared-kit/contract/preference'
import { call } from '@windlass/shared-kit/http'
import { store, userAtom } from '@windlass/shared-kit/session'

/** Puts the first steps out of sight or brings them back, here and in every other browser. */
export async function showFirstSteps(isShown: boolean): Promise<void> {
  await call(UserChangePreferences, { hidesFirstSteps: !isShown })
  const user = store.get(userAtom)
  if (user?.firstSteps) store.set(userAtom, { ...user, firstSteps: isShown ? 'shown' : 'hidden' })
}
