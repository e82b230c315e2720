const MASK = '******'
/** A shorter secret would mask half of any text, and tell its letters by doing so. */
const SHORTEST = 4

/** Takes a stream of text and gives it back without the secrets, also where one is cut in two. */
export interface Masker {
  /** Answers what can be shown now; the rest follows with the next piece. */
  push(text: string): string
  /** Answers what was held back. */
  end(): string
}

const usable = (secrets: readonly string[]): string[] =>
  [...new Set(secrets)].filter((secret) => secret.length >= SHORTEST).sort((one, other) => other.length - one.length)

/** Masks the secrets in a whole text. */
export function maskText(text: string, secrets: readonly string[]): string {
  let masked = text
  for (const secret of usable(secrets)) masked = masked.replaceAll(secret, MASK)
  return masked
}

/** Masks the secrets in every text of a value, at any depth. */
export function maskTexts(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return maskText(value, secrets)
  if (Array.isArray(value)) return value.map((item) => maskTexts(item, secrets))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, maskTexts(item, secrets)]))
}

/** Length of the longest end of the text that could be the beginning of the secret. */
function overlap(text: string, secret: string): number {
  for (let length = Math.min(text.length, secret.length - 1); length > 0; length--) {
    if (secret.startsWith(text.slice(-length))) return length
  }
  return 0
}

/** Creates a masker for one stream. */
export function createMasker(secrets: readonly string[]): Masker {
  const wanted = usable(secrets)
  let held = ''
  return {
    push: (text) => {
      const masked = maskText(held + text, wanted)
      const length = Math.max(0, ...wanted.map((secret) => overlap(masked, secret)))
      held = masked.slice(masked.length - length)
      return masked.slice(0, masked.length - length)
    },
    end: () => {
      const rest = held
      held = ''
      return rest
    },
  }
}
