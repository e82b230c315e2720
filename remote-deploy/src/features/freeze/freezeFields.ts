import type { InputOf } from '@windlass/shared-kit/contract'
import type { FreezeWindow, FreezeWindowAdd } from '@windlass/shared-kit/contract/deployGuard'
import { State } from '@windlass/shared-kit/contract/enums'

/** What the form of a freeze window holds; times as the browser's own fields write them. */
export interface FreezeFields {
  name: string
  reason: string
  environment: number
  kind: FreezeWindow['kind']
  /** `YYYY-MM-DDTHH:MM` */
  startTime: string
  endTime: string
  days: number[]
  startClock: string
  hours: number
  zone: string
  isOn: boolean
}

const MINUTES = 60
/** `YYYY-MM-DDTHH:MM` */
const LOCAL_LENGTH = 16
const DEFAULT_HOURS = 64
const FRIDAY = 5

const toField = (time: string): string => time.replace(' ', 'T').slice(0, LOCAL_LENGTH)
const toWire = (field: string): string => (field === '' ? '' : `${field.replace('T', ' ').slice(0, LOCAL_LENGTH)}:00`)

/** How the form starts: with a window, or with a weekend in the reader's zone. */
export function fieldsOf(window: FreezeWindow | undefined, zone: string): FreezeFields {
  if (!window) {
    return {
      ...{ name: '', reason: '', environment: 1, kind: 'once', startTime: '', endTime: '' },
      ...{ days: [FRIDAY], startClock: '16:00', hours: DEFAULT_HOURS, zone, isOn: true },
    }
  }
  const { name, reason, environment, kind, days } = window
  return {
    ...{ name, reason, environment, kind, zone: window.zone },
    startTime: toField(window.startTime),
    endTime: toField(window.endTime),
    days: kind === 'weekly' ? days : [FRIDAY],
    startClock: window.startClock || '16:00',
    hours: kind === 'weekly' ? window.minutes / MINUTES : DEFAULT_HOURS,
    isOn: window.state === State.Enabled,
  }
}

/** What is sent for what was filled in. */
export function inputOf(fields: FreezeFields): InputOf<typeof FreezeWindowAdd> {
  const { name, reason, environment, kind, zone, isOn } = fields
  const isOnce = kind === 'once'
  return {
    ...{ name: name.trim(), reason: reason.trim(), environment, kind, zone },
    startTime: isOnce ? toWire(fields.startTime) : '',
    endTime: isOnce ? toWire(fields.endTime) : '',
    days: isOnce ? [] : fields.days,
    startClock: isOnce ? '' : (fields.startClock as `${number}`),
    minutes: isOnce ? 0 : Math.round(fields.hours * MINUTES),
    state: isOn ? State.Enabled : State.Disabled,
  }
}
