/** How a call ended, read from the answer that was written down. */
export function answerOf(responseData: string): { isSuccess: boolean; message: string } {
  try {
    // Outside data: the log may hold anything.
    const envelope = JSON.parse(responseData) as { code?: unknown; message?: unknown } | null
    const message = typeof envelope?.message === 'string' ? envelope.message : ''
    return { isSuccess: envelope?.code === 0, message }
  } catch {
    // Not an envelope: what was written down speaks for itself.
    return { isSuccess: false, message: responseData }
  }
}
