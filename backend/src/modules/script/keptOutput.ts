import type { KeptOutput } from '@windlass/shared-kit/contract/serverScript'

/** Keeps the beginning and the end of a text that may be endless. */
export interface OutputKeeper {
  push(text: string): void
  kept(): KeptOutput
  /** Whether something was left out. */
  isCut(): boolean
}

/** @param limit characters that are kept, one half of them from the beginning */
export function createOutputKeeper(limit: number): OutputKeeper {
  const half = Math.floor(limit / 2)
  let head = ''
  let tail = ''
  let total = 0
  // Cut only now and then: cutting a long text for each piece would cost its whole length every time.
  const trim = () => {
    if (tail.length > half) tail = tail.slice(-half)
  }
  return {
    push: (text) => {
      total += text.length
      const room = half - head.length
      head += text.slice(0, room)
      tail += text.slice(room)
      if (tail.length > limit) trim()
    },
    kept: () => {
      trim()
      return { head, cut: total - head.length - tail.length, tail }
    },
    isCut: () => total > limit,
  }
}

/** The same with less of it. */
export function shorten({ head, cut, tail }: KeptOutput, limit: number): KeptOutput {
  const half = Math.floor(limit / 2)
  if (head.length + tail.length <= limit) return { head, cut, tail }
  const isWhole = cut === 0
  const text = isWhole ? head + tail : ''
  const shortHead = isWhole ? text.slice(0, half) : head.slice(0, half)
  const shortTail = isWhole ? text.slice(-half) : tail.slice(-half)
  return {
    head: shortHead,
    cut: cut + head.length + tail.length - shortHead.length - shortTail.length,
    tail: shortTail,
  }
}

/** As one text, the gap told in a line of its own. */
export const outputText = ({ head, cut, tail }: KeptOutput): string =>
  cut === 0 ? head + tail : `${head}\n[… ${cut} characters left out …]\n${tail}`
