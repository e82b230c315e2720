/** Permission bits of a file: the nine for owner, group and others, and the three special ones. */
const MODE_MASK = 0o7777

export const WHO = ['owner', 'group', 'others'] as const
export const RIGHTS = ['read', 'write', 'execute'] as const
export const SPECIALS = ['setuid', 'setgid', 'sticky'] as const

const SPECIAL_BITS: Readonly<Record<(typeof SPECIALS)[number], number>> = {
  setuid: 0o4000,
  setgid: 0o2000,
  sticky: 0o1000,
}

/** The bit for one right of one kind of user. */
export const bitOf = (who: (typeof WHO)[number], right: (typeof RIGHTS)[number]): number =>
  1 << (8 - WHO.indexOf(who) * 3 - RIGHTS.indexOf(right))

export const specialBit = (special: (typeof SPECIALS)[number]): number => SPECIAL_BITS[special]

/** `0644`, as chmod wants it. */
export const octalOf = (bits: number): string => (bits & MODE_MASK).toString(8).padStart(4, '0')

/** What an octal text means; undefined when it is none. */
export function bitsOf(octal: string): number | undefined {
  const text = octal.trim()
  return /^[0-7]{3,4}$/.test(text) ? Number.parseInt(text, 8) : undefined
}
