import './zone.css'
import { useOwnTexts, useOwnZone } from '@windlass/shared-kit/i18n'
import { useNow } from '@windlass/shared-kit/ui'
import { Select, type SelectProps } from 'antd'
import { useMemo, useState } from 'react'
import en from './locales/en.json'
import chinese from './locales/zh-cn.json'
import { firstOption, isWanted, type ZoneOption, zoneOption, zoneOptions } from './zoneOptions.ts'

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
  const [isAsked, setAsked] = useState(false)
  const { value } = field
  const options = useMemo(() => {
    const first = hasBrowser ? { asBrowser: (zone: string) => t('browser', { zone }) } : { own, note: t('own') }
    const all = isAsked ? zoneOptions(opened, first) : [firstOption(opened, first)]
    const isThere = value === undefined || all.some((option) => option.value === value)
    return isThere ? all : [...all, zoneOption(opened, value)]
  }, [opened, hasBrowser, own, t, isAsked, value])
  return (
    <Select<string, ZoneOption>
      {...field}
      className="wl-zone"
      showSearch={{ filterOption: isWanted }}
      options={options}
      onOpenChange={(isOpen) => isOpen && setAsked(true)}
      // Names and clocks need more room than a narrow form has.
      popupMatchSelectWidth={POPUP_WIDTH}
      fieldNames={{ label: 'name' }}
      optionRender={zoneLine}
      labelRender={(chosen) => chosenLine(chosen, options)}
      notFoundContent={t('none')}
    />
  )
}

const zoneLine = ({ data: { name, offset, note } }: { data: ZoneOption }) => (
  <span className="wl-zone-line">
    <span className="wl-zone-name">
      {name} {note !== '' && <span className="wl-faint">{note}</span>}
    </span>
    <span className="wl-faint">{offset}</span>
  </span>
)

/** Without the note, which helps to find it in the list. */
function chosenLine(
  { label, value }: Parameters<NonNullable<SelectProps['labelRender']>>[0],
  options: readonly ZoneOption[],
) {
  const option = options.find((each) => each.value === value)
  return option ? zoneLine({ data: { ...option, note: '' } }) : (label ?? value)
}
