const ALLOWED = /^[A-Za-z0-9_~!@#$%^&*?]*$/
const ONE_KIND = /^(?:\d*|[A-Za-z]*|[~!@#$%^&*?]*)$/
const MIN_LENGTH = 8
const MAX_LENGTH = 16

/** What the rule for passwords asks, one thing at a time, so that a page can say which are met (Specification 5). */
export const PASSWORD_CONDITIONS = {
  length: (text: string) => text.length >= MIN_LENGTH && text.length <= MAX_LENGTH,
  characters: (text: string) => text !== '' && ALLOWED.test(text),
  kinds: (text: string) => !ONE_KIND.test(text),
} as const

/** What people may type as a password: 8 to 16 of the allowed characters, not all of one kind (Specification 5). */
export function isAcceptablePassword(text: string): boolean {
  const trimmed = text.trim()
  return Object.values(PASSWORD_CONDITIONS).every((isMet) => isMet(trimmed))
}
