import './zone.css'
import { useOwnTexts, useOwnZone } from '@windlass/shared-kit/i18n'
import { useNow } from '@windlass/shared-kit/ui'
import { Select } from 'antd'
import { useMemo, useState } from 'react'
import en from './locales/en.json'
import chinese from './locales/zh-cn.json'
import { isWanted, type ZoneOption, zoneOptions } from './zoneOptions.ts'

const TEXTS = { en, 'zh-cn': chinese }
const POPUP_WIDTH = 320

interface Props {
  /** What it is to a form. */
  id?: string
  value?: string
  onChange?: (zone: string) => void
  /** "" may be chosen, which is the zone of whatever browser looks. */
  hasBrowser?: boolean
  loading?: boolean
}

/** Chooses a time zone by any part of its name or by its difference from UTC; the one of whoever looks comes first. */
export function ZoneSelect({ hasBrowser = false, ...field }: Props) {
  const { t } = useOwnTexts('zone', TEXTS)
  const own = useOwnZone()
  const now = useNow()
  // Clocks are not changed while somebody looks at this list.
  const [opened] = useState(now)
  const options = useMemo(
    () => zoneOptions(opened, hasBrowser ? { asBrowser: (zone) => t('browser', { zone }) } : { own, note: t('own') }),
    [opened, hasBrowser, own, t],
  )
  return (
    <Select<string, ZoneOption>
      {...field}
      className="wl-zone"
      showSearch={{ filterOption: isWanted }}
      options={options}
      // Names and clocks need more room than a narrow form has.
      popupMatchSelectWidth={POPUP_WIDTH}
      fieldNames={{ label: 'name' }}
      optionRender={({ data }) => <ZoneLine option={data} />}
      labelRender={({ label, value }) => {
        const option = options.find((each) => each.value === value)
        // A zone that this browser knows by another name, or not at all.
        return option ? <ZoneLine option={{ ...option, note: '' }} /> : (label ?? value)
      }}
      notFoundContent={t('none')}
    />
  )
}

const ZoneLine = ({ option: { name, offset, note } }: { option: ZoneOption }) => (
  <span className="wl-zone-line">
    <span className="wl-zone-name">
      {name} {note !== '' && <span className="wl-faint">{note}</span>}
    </span>
    <span className="wl-faint">{offset}</span>
  </span>
)
