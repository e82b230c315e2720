/** What a close frame has room for. */
const REASON_BYTES = 123

/** A sentence as a close frame takes it: cut between two characters. */
export function closeReason(text: string): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= REASON_BYTES) return text
  return new TextDecoder().decode(bytes.subarray(0, REASON_BYTES), { stream: true })
}
