const MASK = '******'
const SECRET_KEY = /^(.*password|oldpwd|newpwd|token|.*_token|sign|.*key|.*secret.*|.*passphrase.*|notifytarget)$/i
/**
 * Up to the last @ before the path, because people forget to escape one in a password. Only the end of
 * the scheme is looked at, or a megabyte of letters would be looked through once for each of them.
 */
const URL_CREDENTIALS = /([a-z0-9+.-]:\/\/[^\s/:@]*):[^\s/]+@/gi
/** Code hosts take a bare token in place of a user. */
const URL_TOKEN = /(https?:\/\/)[^\s/:@]+@/gi
const WORD_CREDENTIALS = /(--password=)\S+/gi

/** Masks the secrets inside every address of a text: `https://me:secret@host` → `https://me:******@host`. */
export const maskUrlCredentials = (text: string): string =>
  text.replace(URL_CREDENTIALS, `$1:${MASK}@`).replace(URL_TOKEN, `$1${MASK}@`).replace(WORD_CREDENTIALS, `$1${MASK}`)

/** Nothing of ours is nested this deep; what is was sent to exhaust the stack. */
const DEPTH_LIMIT = 32

/**
 * A copy of a value with everything secret masked at any depth, for logs and the operation log.
 * @param alsoSecret names of keys that are secret here besides the usual ones
 */
export function redact(value: unknown, alsoSecret: readonly string[] = [], depth = 0): unknown {
  if (typeof value === 'string') return maskUrlCredentials(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === DEPTH_LIMIT) return '…'
  if (Array.isArray(value)) return value.map((item) => redact(item, alsoSecret, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const isSecret = SECRET_KEY.test(key) || alsoSecret.includes(key)
      return [key, isSecret && item !== '' && item !== null ? MASK : redact(item, alsoSecret, depth + 1)]
    }),
  )
}

/** The same for JSON that is kept as text; a text that is no JSON is masked as a whole text. */
export function redactJson(json: string): string {
  try {
    return JSON.stringify(redact(JSON.parse(json)))
  } catch {
    // An old row may hold anything: what can't be read as JSON is still shown, masked.
    return maskUrlCredentials(json)
  }
}
