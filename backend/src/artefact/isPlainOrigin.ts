/**
 * Whether a text is an origin and nothing more. Origins go into a security policy, where a wildcard means many others and
 * a semicolon or a comma begins something new; the URL standard takes all of these as part of a host's name.
 */
export const isPlainOrigin = (text: string): boolean =>
  /^https?:\/\/[\w.:[\]-]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text
