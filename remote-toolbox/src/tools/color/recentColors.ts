import { type Rgb, readHex, writeHex } from './rgb.ts'

/** As many as fit into one line of a phone. */
export const MAX_RECENT = 8

/** The colour at the front, once. */
export function addRecent(recent: readonly string[], color: Rgb): readonly string[] {
  const hex = writeHex(color)
  return [hex, ...recent.filter((other) => other !== hex)].slice(0, MAX_RECENT)
}

/** The list also comes from links and from pages that embed the tool. */
export function readRecent(recent: readonly string[]): readonly string[] {
  const known = recent.flatMap((text) => readHex(text) ?? []).map(writeHex)
  return [...new Set(known)].slice(0, MAX_RECENT)
}
