const MASK = '******'
const SECRET_KEY =
  /^(password|newpassword|oldpwd|newpwd|jumppassword|apikey|token|captchakey|sign|x-api-key|.*secret.*|.*passphrase.*)$/i
const URL_CREDENTIALS = /([a-z][a-z0-9+.-]*:\/\/[^\s/:@]*):[^\s/@]+@/gi
const WORD_CREDENTIALS = /(--password=)\S+/gi

/** Masks the password inside every address of a text: `https://me:secret@host` → `https://me:******@host`. */
export const maskUrlCredentials = (text: string): string =>
  text.replace(URL_CREDENTIALS, `$1:${MASK}@`).replace(WORD_CREDENTIALS, `$1${MASK}`)

/**
 * A copy of a value with everything secret masked at any depth, for logs and the operation log.
 * @param alsoSecret names of keys that are secret here besides the usual ones
 */
export function redact(value: unknown, alsoSecret: readonly string[] = []): unknown {
  if (typeof value === 'string') return maskUrlCredentials(value)
  if (Array.isArray(value)) return value.map((item) => redact(item, alsoSecret))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const isSecret = SECRET_KEY.test(key) || alsoSecret.includes(key)
      return [key, isSecret && item !== '' && item !== null ? MASK : redact(item, alsoSecret)]
    }),
  )
}
