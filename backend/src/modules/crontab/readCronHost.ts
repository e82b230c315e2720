import type { CronHost, CronKind } from '@windlass/shared-kit/contract/crontab'

/** The lines of an answer by their first letters. */
export function answerFields(stdout: string): Map<string, string[][]> {
  const found = new Map<string, string[][]>()
  for (const line of stdout.split('\n')) {
    const [name = '', ...fields] = line.split(' ')
    found.set(name, [...(found.get(name) ?? []), fields])
  }
  return found
}

/** The bytes of a field in base64 that begins with `=`. */
export const fieldBytes = (field = ''): Buffer => Buffer.from(field.replace(/^=/, ''), 'base64')
/** The same as one line of text. */
export const fieldText = (field = ''): string => fieldBytes(field).toString('utf8').replace(/\n$/, '')

const INSTALL: Readonly<Record<string, string>> = {
  'apt-get': 'apt-get install cron',
  dnf: 'dnf install cronie',
  yum: 'yum install cronie',
  apk: 'apk add cronie',
  pacman: 'pacman -S cronie',
  zypper: 'zypper install cronie',
}

function kindOf(program: string, version: string, daemons: readonly string[], isDebian: boolean): CronKind {
  if (/cronie/i.test(version)) return 'cronie'
  if ([program, ...daemons].some((path) => path.endsWith('/busybox'))) return 'busybox'
  return isDebian ? 'debian' : 'other'
}

/** A zone that the console knows, from the link of the clock or the name that stands beside it. */
function zoneOf(link: string, name: string): string {
  const linked = /\/zoneinfo\/(?:posix\/|right\/)?(.+)$/.exec(link)?.[1]
  for (const zone of [linked, name]) {
    if (zone === undefined || !/^[A-Za-z]/.test(zone)) continue
    try {
      return Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
    } catch {
      // Servers may have names that the console does not know; the difference from UTC still stands beside it.
    }
  }
  return ''
}

const minutesOf = (offset: string): number => {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d)(\d\d)$/.exec(offset) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

const startWith = (unit: string | undefined, hasOpenRc: boolean, kind: CronKind): string => {
  if (unit !== undefined) return `systemctl enable --now ${unit}`
  if (hasOpenRc) return 'rc-service crond start && rc-update add crond'
  return `service ${kind === 'debian' ? 'cron' : 'crond'} start`
}

/** Reads what the program `HOST` says. @param now when it was asked */
export function readCronHost(stdout: string, now: number): CronHost {
  const fields = answerFields(stdout)
  const first = (name: string) => fields.get(name)?.[0]?.[0]
  const text = (name: string) => fieldText(first(name))
  const isInstalled = text('C') !== ''
  const daemons = (fields.get('D') ?? []).map(([, exe]) => fieldText(exe))
  const kind = kindOf(text('C'), text('V'), daemons, fields.has('B'))
  const isRunning = daemons.length > 0
  const [offset = '+0000', seconds = ''] = fields.get('O')?.[0] ?? []
  const user = text('A')
  const withCrontab = new Set((fields.get('U') ?? []).map(([name]) => fieldText(name)))
  const others = (fields.get('P') ?? []).map(([name = '']) => name)
  const names = [...new Set([user, ...[...withCrontab].sort(), ...others])]
  const start = isRunning ? '' : startWith(first('S'), fields.has('G'), kind)
  return {
    ...{ user, home: text('H'), isRoot: fields.get('A')?.[0]?.[1] === '0', isInstalled, isRunning, kind },
    hasLock: fields.has('L'),
    remedy: isInstalled ? start : (INSTALL[first('I') ?? ''] ?? ''),
    zone: zoneOf(text('Z'), text('T')),
    offset: minutesOf(offset),
    skew: seconds === '' ? 0 : Math.round(Number(seconds) - now / 1000),
    users: names.map((name) => ({ name, hasCrontab: withCrontab.has(name) })),
  }
}
