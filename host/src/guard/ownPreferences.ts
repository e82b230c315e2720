import { type Preferences, UserChangePreferences } from '@windlass/shared-kit/contract/preference'
import { call } from '@windlass/shared-kit/http'
import { currentLanguage, i18n, switchLanguage } from '@windlass/shared-kit/i18n'
import { store, userAtom } from '@windlass/shared-kit/session'
import { chooseTheme, themeChoiceAtom } from '@windlass/shared-kit/theme'

type Look = Partial<Pick<Preferences, 'language' | 'theme'>>

/** Chosen in this page before it was known who looks at it. */
let chosen: Look = {}
let isFollowing = false

function keep(look: Look): void {
  // It holds in this browser all the same.
  call(UserChangePreferences, look, { quiet: true }).catch((error: unknown) =>
    console.warn('a preference could not be kept', error),
  )
}

function note(look: Look): void {
  if (isFollowing) return
  const user = store.get(userAtom)
  if (user?.preferences) keep(look)
  else if (!user) chosen = { ...chosen, ...look }
}

/** Keeps language and theme with whoever is signed in, wherever in the console they are chosen. */
export function watchPreferences(): void {
  i18n.on('languageChanged', () => note({ language: currentLanguage() }))
  store.sub(themeChoiceAtom, () => note({ theme: store.get(themeChoiceAtom) }))
}

/** Looks as the person left it in another browser; what was chosen on the way in is newer. */
export async function followPreferences(kept: Preferences | undefined): Promise<void> {
  // A server that keeps none leaves it to the browser.
  if (!kept) return
  const { language, theme } = { ...kept, ...chosen }
  isFollowing = true
  try {
    if (theme !== '' && theme !== store.get(themeChoiceAtom)) chooseTheme(theme)
    if (language !== '' && language !== currentLanguage()) await switchLanguage(language)
  } catch (error) {
    console.warn('the language could not be loaded', error)
  } finally {
    isFollowing = false
  }
}

/** Keeps what was chosen on the way in. */
export function keepChosen(): void {
  if (Object.keys(chosen).length > 0) keep(chosen)
  chosen = {}
}
