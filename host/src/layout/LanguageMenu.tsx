import { TranslationOutlined } from '@ant-design/icons'
import { toast } from '@windlass/shared-kit/feedback'
import { LANGUAGES, type LanguageCode, useLanguage, useTranslation } from '@windlass/shared-kit/i18n'
import { Button, Dropdown } from 'antd'
import { changeLanguage } from '../sign-in/Preferences.tsx'

/** The languages, of which the current one cannot be chosen. */
export function LanguageMenu() {
  const { t } = useTranslation('host')
  const current = useLanguage()
  const choose = (code: LanguageCode) => {
    changeLanguage(code).catch(() => toast.error(t('hasError')))
  }
  const items = (Object.keys(LANGUAGES) as LanguageCode[]).map((code) => ({
    key: code,
    label: <span lang={code}>{LANGUAGES[code]}</span>,
    disabled: code === current,
    onClick: () => choose(code),
  }))
  return (
    <Dropdown trigger={['click']} menu={{ items, selectedKeys: [current] }}>
      <Button type="text" icon={<TranslationOutlined />} aria-label={t('language')} />
    </Dropdown>
  )
}
