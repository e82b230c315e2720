import { toast } from '@windlass/shared-kit/feedback'
import {
  i18n,
  LANGUAGES,
  type LanguageCode,
  switchLanguage,
  useLanguage,
  useTranslation,
} from '@windlass/shared-kit/i18n'
import { useAtomValue } from '@windlass/shared-kit/session'
import { chooseTheme, type ThemeChoice, themeChoiceAtom } from '@windlass/shared-kit/theme'

const THEMES: readonly ThemeChoice[] = ['system', 'light', 'dark']

/** Changes the language and says so in the new one (Specification 1). */
export async function changeLanguage(language: LanguageCode): Promise<void> {
  await switchLanguage(language)
  toast.success(i18n.t('languageSwitched', { ns: 'host' }))
}

/** Language and theme for somebody who is not signed in yet. */
export function Preferences() {
  const { t } = useTranslation('host')
  const language = useLanguage()
  const theme = useAtomValue(themeChoiceAtom)
  const handleLanguage = (code: string) => {
    changeLanguage(code as LanguageCode).catch(() => toast.error(t('hasError')))
  }
  return (
    <footer className="sign-in-preferences">
      <select aria-label={t('language')} value={language} onChange={(event) => handleLanguage(event.target.value)}>
        {Object.entries(LANGUAGES).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label={t('theme')}
        value={theme}
        onChange={(event) => chooseTheme(event.target.value as ThemeChoice)}
      >
        {THEMES.map((choice) => (
          <option key={choice} value={choice}>
            {t(`themes.${choice}`)}
          </option>
        ))}
      </select>
    </footer>
  )
}
