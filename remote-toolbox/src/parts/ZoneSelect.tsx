import { useTranslation } from '@windlass/shared-kit/i18n'
import { Select } from 'antd'
import { useId } from 'react'
import { zoneOrLocal } from './zonedTime.ts'

interface Props {
  /** An IANA name; "" for the zone of this browser. */
  value: string
  onChange: (zone: string) => void
}

/** Intl leaves UTC out of its list, because it is no place. */
const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
const OPTIONS = ZONES.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))

// The first question about zones takes a browser some 20 ms: better while the code is loaded ahead than when a tool opens.
zoneOrLocal('')

/** Chooses a time zone by any part of its name. */
export function ZoneSelect({ value, onChange }: Props) {
  const { t } = useTranslation('toolbox')
  const id = useId()
  const options = [{ value: '', label: t('zone.local', { zone: zoneOrLocal('') }) }, ...OPTIONS]
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
