import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

let known: ReadonlySet<string> | undefined

/** Some fifty thousand, most of which are too short or too plain to be chosen here. */
function load(isAllowed: (password: string) => boolean): ReadonlySet<string> {
  // Loaded when somebody first chooses a password, and let go again: the list takes far more memory than what is kept.
  const name = require.resolve('@zxcvbn-ts/language-common')
  const { dictionary } = require(name) as { dictionary: Record<'passwords-common', readonly string[]> }
  for (const file of Object.keys(require.cache)) if (file.includes('@zxcvbn-ts')) delete require.cache[file]
  return new Set(dictionary['passwords-common'].filter(isAllowed))
}

/**
 * Whether a password is among those that everybody tries first, in whatever letter case.
 * @param isAllowed what may be chosen otherwise; only such passwords are kept in memory
 */
export function isCommonPassword(password: string, isAllowed: (password: string) => boolean): boolean {
  known ??= load(isAllowed)
  return known.has(password.toLowerCase())
}
