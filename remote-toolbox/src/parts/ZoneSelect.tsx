import { useTranslation } from '@windlass/shared-kit/i18n'
import { Select } from 'antd'
import { useId } from 'react'

interface Props {
  /** An IANA name; "" for the zone of this browser. */
  value: string
  onChange: (zone: string) => void
}

/** Intl leaves UTC out of its list, because it is no place. */
const zones = () => ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

/** Chooses a time zone by any part of its name. */
export function ZoneSelect({ value, onChange }: Props) {
  const { t } = useTranslation('toolbox')
  const id = useId()
  const local = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const options = [
    { value: '', label: t('zone.local', { zone: local }) },
    ...zones().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
  ]
  return (
    <div className="toolbox-field">
      <label htmlFor={id}>{t('zone.label')}</label>
      <Select
        id={id}
        value={value}
        options={options}
        showSearch={{ optionFilterProp: 'label' }}
        notFoundContent={t('zone.none')}
        onChange={onChange}
      />
    </div>
  )
}
