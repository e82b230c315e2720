import { useTranslation } from '@windlass/shared-kit/i18n'
import { Select } from 'antd'

/** What files usually are: readable, a program, for the owner alone. */
const USUAL = ['0644', '0755', '0600'] as const

interface Props {
  id?: string
  value?: string
  onChange?: (mode: string) => void
}

/** Permission bits of a file on the servers, in words. */
export function FileModeSelect({ id, value = '0644', onChange }: Props) {
  const { t } = useTranslation('deploy')
  const modes = USUAL.some((mode) => mode === value) ? USUAL : [...USUAL, value]
  const wordsOf = (mode: string) => (USUAL.some((usual) => usual === mode) ? ` · ${t(`sync.mode.${mode}`)}` : '')
  return (
    <Select
      id={id}
      value={value}
      aria-label={t('sync.modeTitle')}
      onChange={onChange}
      options={modes.map((mode) => ({ value: mode, label: `${mode}${wordsOf(mode)}` }))}
    />
  )
}
