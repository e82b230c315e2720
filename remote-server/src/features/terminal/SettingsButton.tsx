import { SettingOutlined } from '@ant-design/icons'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useAtomValue } from '@windlass/shared-kit/session'
import { Button, Popover, Select, Switch } from 'antd'
import { type ReactNode, useId } from 'react'
import { PASTE_QUESTIONS } from './pasteText.ts'
import { changeSettings, type TerminalSettings, terminalSettingsAtom, zoom } from './terminalSettings.ts'
import { THEME_NAMES, terminalTheme } from './terminalThemes.ts'

type SwitchName = {
  [Name in keyof TerminalSettings]: TerminalSettings[Name] extends boolean ? Name : never
}[keyof TerminalSettings]

const SWITCHES: readonly SwitchName[] = [
  'broadcasts',
  'copyOnSelect',
  'pasteByRight',
  'offersClipboard',
  'blinks',
  'screenReader',
]

/** How terminals look and behave in this browser. */
export function SettingsButton() {
  const { t } = useTranslation('server')
  return (
    <Popover trigger="click" placement="bottomRight" title={t('terminal.settings.title')} content={<Settings />}>
      <Button
        type="text"
        icon={<SettingOutlined />}
        aria-label={t('terminal.settings.title')}
        title={t('terminal.settings.title')}
      />
    </Popover>
  )
}

function Settings() {
  const { t } = useTranslation('server')
  const settings = useAtomValue(terminalSettingsAtom)
  const id = useId()
  return (
    <div className="terminal-settings">
      <label htmlFor={`${id}theme`}>{t('terminal.settings.theme')}</label>
      <Select
        id={`${id}theme`}
        value={settings.theme}
        onChange={(theme) => changeSettings({ theme })}
        options={THEME_NAMES.map((name) => ({ value: name, label: t(`terminal.theme.${name}`) }))}
        optionRender={ThemeOption}
      />
      <span>{t('terminal.settings.fontSize')}</span>
      <span className="terminal-font">
        <Button size="small" aria-label={t('terminal.settings.smaller')} onClick={() => zoom(-1)}>
          −
        </Button>
        <button type="button" title={t('terminal.settings.usual')} onClick={() => zoom(0)}>
          {settings.fontSize} px
        </button>
        <Button size="small" aria-label={t('terminal.settings.larger')} onClick={() => zoom(1)}>
          +
        </Button>
      </span>
      <label htmlFor={`${id}paste`}>{t('terminal.settings.pasteQuestion')}</label>
      <Select
        id={`${id}paste`}
        value={settings.pasteQuestion}
        onChange={(pasteQuestion) => changeSettings({ pasteQuestion })}
        options={PASTE_QUESTIONS.map((value) => ({ value, label: t(`terminal.question.${value}`) }))}
      />
      {SWITCHES.map((name) => (
        <Row key={name} name={name} isOn={settings[name]} />
      ))}
    </div>
  )
}

function Row({ name, isOn }: { name: SwitchName; isOn: boolean }) {
  const { t } = useTranslation('server')
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{t(`terminal.settings.${name}`)}</label>
      <Switch id={id} size="small" checked={isOn} onChange={(checked) => changeSettings({ [name]: checked })} />
    </>
  )
}

function ThemeOption({ value, label }: { value?: string | number | null; label?: ReactNode }) {
  return (
    <span className="terminal-theme">
      <Swatch name={THEME_NAMES.find((name) => name === value) ?? 'windlass'} /> {label}
    </span>
  )
}

function Swatch({ name }: { name: (typeof THEME_NAMES)[number] }) {
  const { background, foreground, ansi } = terminalTheme(name, 'dark')
  return (
    <span className="terminal-swatch" style={{ background, color: foreground }} aria-hidden="true">
      {[1, 2, 3, 4].map((index) => (
        <i key={index} style={{ background: ansi[index] }} />
      ))}
    </span>
  )
}
