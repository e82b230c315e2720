import { misused } from '@windlass/backend/commandLine/commandError'
import { AREA_ID, AREA_VERSION } from '@windlass/shared-kit/contract/area'

/** Reads the id of an area, also when its folder was named. */
export function readArea(text: string): string {
  const id = text.replace(/^remote-/, '').replace(/\/$/, '')
  if (new RegExp(AREA_ID).test(id)) return id
  throw misused(`"${text}" is no area: name one as logs or remote-logs`)
}

/** Reads a version; the common slips are named. */
export function readVersion(text: string): string {
  if (new RegExp(AREA_VERSION).test(text)) return text
  if (/^v\d/.test(text)) throw misused(`"${text}" is no version: leave out the v (${text.slice(1)})`)
  if (text.includes('+'))
    throw misused(`"${text}" has build metadata, which no address can hold: leave out what follows +`)
  throw misused(`"${text}" is no version: give one as 1.2.0 or 1.2.0-beta.1 (semver.org)`)
}

export const REMOTE = { name: 'remote', about: 'the area, as logs or remote-logs', read: readArea } as const
export const ANY_REMOTE = { ...REMOTE, isOptional: true } as const
export const VERSION = { name: 'version', about: 'semantic, as 1.2.0', read: readVersion } as const
