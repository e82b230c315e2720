import { NotifyType } from '@windlass/shared-kit/contract/enums'
import {
  DELIVERY_STATES,
  type DeliveryState,
  NOTICE_USES,
  type NoticeUse,
} from '@windlass/shared-kit/contract/notification'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Select } from 'antd'

const CHANNELS = Object.values(NotifyType).filter((type) => type !== NotifyType.None)

/** Which notices are shown; "" and 0 mean all. */
export interface DeliveryFilter {
  state: DeliveryState | ''
  useBy: NoticeUse | ''
  type: number
}

/** Reads a filter from parameters of the address; what names nothing there is filters nothing. */
export const filterOf = ({ state, about, by }: Record<'about' | 'by' | 'state', string>): DeliveryFilter => ({
  state: DELIVERY_STATES.find((value) => value === state) ?? '',
  useBy: NOTICE_USES.find((value) => value === about) ?? '',
  type: CHANNELS.find((value) => String(value) === by) ?? 0,
})

interface Props {
  filter: DeliveryFilter
  onChange: (patch: Record<string, string>) => void
}

/** Narrows the notices to a state, a use and a channel. */
export function DeliveryFilters({ filter: { state, useBy, type }, onChange }: Props) {
  const { t } = useTranslation('settings')
  const choices = [
    ['state', state, DELIVERY_STATES.map((value) => ({ value, label: t(`notification.state.${value}`) }))],
    ['about', useBy, NOTICE_USES.map((value) => ({ value, label: t(`notification.use.${value}`) }))],
    [
      'by',
      type === 0 ? '' : String(type),
      CHANNELS.map((value) => ({ value: String(value), label: t(`notification.channel.${value}`) })),
    ],
  ] as const
  return choices.map(([name, value, options]) => (
    <Select<string>
      key={name}
      className="nt-filter"
      aria-label={t(`notification.filter.${name}`)}
      value={value}
      options={[{ value: '', label: t(`notification.filter.${name}`) }, ...options]}
      onChange={(next) => onChange({ [name]: next })}
    />
  ))
}
