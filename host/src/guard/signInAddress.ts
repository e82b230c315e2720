const SIGN_IN = '/login'

/** Where to sign in, so that the user comes back to the full path afterwards. */
export function signInAddress(fullPath: string): string {
  return fullPath === '/' || fullPath === '' ? SIGN_IN : `${SIGN_IN}?redirect=${encodeURIComponent(fullPath)}`
}

/** The place to return to: a path of the console, or its start for anything else somebody put into the link. */
export function safeRedirect(target: string | null | undefined): string {
  // Browsers take `\` for `/`, and leave out tabs and line breaks before they look.
  if (target === null || target === undefined || !/^\/(?![/\\\s])/.test(target)) return '/'
  return target === SIGN_IN || target.startsWith(`${SIGN_IN}?`) || target.startsWith(`${SIGN_IN}/`) ? '/' : target
}
