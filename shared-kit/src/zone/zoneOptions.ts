import { browserZone, formatOffset, isZone } from '@windlass/shared-kit/i18n'

/** Browsers list some zones by names that were given up long ago, and nobody looks for those. */
const CURRENT_NAMES: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** A zone to choose, found by any part of its name and by its difference from UTC. */
export interface ZoneOption {
  value: string
  name: string
  /** `UTC+05:45`, as it is now. */
  offset: string
  /** What is said behind the name, "" is nothing. */
  note: string
  search: string
}

const currentName = (zone: string): string => {
  const name = CURRENT_NAMES[zone]
  return name !== undefined && isZone(name) ? name : zone
}

/** What comes first: the browser as such, named by a text, or the zone of whoever looks, with a note behind it. */
type First = { asBrowser: (zone: string) => string } | { own: string; note: string }

interface Words {
  zone?: string
  name?: string
  note?: string
}

/** One zone, with its clock as it is now. */
export function zoneOption(now: number, value: string, words: Words = {}): ZoneOption {
  const { zone = currentName(value), name = plain(zone), note = '' } = words
  const offset = isZone(zone) ? `UTC${formatOffset(now, zone)}` : ''
  return { value, name, offset, note, search: `${zone} ${name} ${offset}`.toLowerCase() }
}

/** The zone to begin with. */
export function firstOption(now: number, first: First): ZoneOption {
  if ('own' in first) return zoneOption(now, first.own, { note: first.note })
  const browser = currentName(browserZone())
  return zoneOption(now, '', { zone: browser, name: first.asBrowser(plain(browser)) })
}

/** The zones that this browser knows. Their clocks take a while to be read: ask for them when somebody wants to choose. */
export function zoneOptions(now: number, first: First): ZoneOption[] {
  const others = new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map(currentName).sort()])
  if ('own' in first) others.delete(currentName(first.own))
  return [firstOption(now, first), ...[...others].map((zone) => zoneOption(now, zone))]
}

const plain = (zone: string) => zone.replaceAll('_', ' ')

/** Each word is found anywhere: `new york`, `+5:45` and `kath` all find something. */
export function isWanted(text: string, option: ZoneOption | undefined): boolean {
  const words = text.toLowerCase().replaceAll('_', ' ').split(/\s+/)
  const subject = option?.search.replaceAll('_', ' ') ?? ''
  return words.every((word) => subject.includes(word.replace(/^(utc)?([+-])(\d)(?=:|$)/, '$1$20$3')))
}
