const HALF = 128 * 1024

/** A text that keeps its beginning and its end when it grows too long to be stored. */
export interface BoundedText {
  add(text: string): void
  text(): string
}

/** Creates an empty one. */
export function createBoundedText(): BoundedText {
  let head = ''
  let tail = ''
  let cut = 0
  return {
    add: (text) => {
      const room = HALF - head.length
      head += text.slice(0, Math.max(0, room))
      tail += text.slice(Math.max(0, room))
      // Cut rarely, so that many small pieces don't copy the tail each time.
      if (tail.length > 2 * HALF) {
        cut += tail.length - HALF
        tail = tail.slice(-HALF)
      }
    },
    text: () => (cut === 0 ? head + tail : `${head}\n… ${cut} characters are left out here …\n${tail}`),
  }
}
