import { DesktopOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useAtomValue } from '@windlass/shared-kit/session'
import { chooseTheme, type ThemeChoice, themeChoiceAtom, useThemeMode } from '@windlass/shared-kit/theme'
import { Button, Dropdown } from 'antd'

const ICONS = { system: <DesktopOutlined />, light: <SunOutlined />, dark: <MoonOutlined /> } as const

/** Light, dark, or as the operating system has it. */
export function ThemeMenu() {
  const { t } = useTranslation('host')
  const choice = useAtomValue(themeChoiceAtom)
  const mode = useThemeMode()
  const items = (Object.keys(ICONS) as ThemeChoice[]).map((key) => ({
    key,
    icon: ICONS[key],
    label: t(`themes.${key}`),
    onClick: () => chooseTheme(key),
  }))
  return (
    <Dropdown trigger={['click']} menu={{ items, selectedKeys: [choice] }}>
      <Button type="text" icon={ICONS[mode]} aria-label={t('theme')} />
    </Dropdown>
  )
}
