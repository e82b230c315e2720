import { CRON_MESSAGE_BYTES } from '@windlass/shared-kit/contract/cron'

/** A message as it is stored: not longer than it may be, and never ending within a character. */
export function cutMessage(message: string): { message: string; isCut: boolean } {
  const bytes = Buffer.from(message)
  if (bytes.length <= CRON_MESSAGE_BYTES) return { message: bytes.toString('utf8'), isCut: false }
  let end = CRON_MESSAGE_BYTES
  // A byte that begins with 10 goes on with the character before it.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return { message: bytes.toString('utf8', 0, end), isCut: true }
}
