import { toast } from '@windlass/shared-kit/feedback'
import { LANGUAGES, type LanguageCode, switchLanguage, useLanguage, useTranslation } from '@windlass/shared-kit/i18n'
import { useAtomValue } from '@windlass/shared-kit/session'
import { chooseTheme, type ThemeChoice, themeChoiceAtom } from '@windlass/shared-kit/theme'
import { Form, Radio } from 'antd'
import { ZoneField } from './ZoneField.tsx'

const THEMES: readonly ThemeChoice[] = ['system', 'light', 'dark']

/** How the console looks and reads, in every browser. */
export function PreferencePanel() {
  const { t } = useTranslation('settings')
  const language = useLanguage()
  const theme = useAtomValue(themeChoiceAtom)
  const changeLanguage = (code: LanguageCode) => {
    switchLanguage(code).catch((error: unknown) => {
      console.warn('the language could not be loaded', error)
      toast.error(t('preference.languageFailed'))
    })
  }
  return (
    <section className="profile-panel" aria-labelledby="profile-preferences">
      <h2 id="profile-preferences">{t('preference.title')}</h2>
      <p className="wl-faint">{t('preference.everywhere')}</p>
      <Form layout="vertical" className="profile-preferences">
        <Form.Item label={t('preference.language')}>
          <Radio.Group
            optionType="button"
            value={language}
            options={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
            onChange={(event) => changeLanguage(event.target.value)}
          />
        </Form.Item>
        <Form.Item label={t('preference.theme')}>
          <Radio.Group
            optionType="button"
            value={theme}
            options={THEMES.map((value) => ({ value, label: t(`preference.${value}`) }))}
            onChange={(event) => chooseTheme(event.target.value)}
          />
        </Form.Item>
        <ZoneField />
      </Form>
    </section>
  )
}
