const SHAPE = /^[A-Za-z0-9_~!@#$%^&*?]{8,16}$/
const ONE_KIND = /^(?:\d+|[A-Za-z]+|[~!@#$%^&*?]+)$/

/** What people may type as a password: 8 to 16 of the allowed characters, not all of one kind (Specification 5). */
export function isAcceptablePassword(text: string): boolean {
  const trimmed = text.trim()
  return SHAPE.test(trimmed) && !ONE_KIND.test(trimmed)
}
