const KEY = 'windlass-invitation'

/**
 * The token of the address, or the one kept from before a reload. The address is cleared by the page at once: it would
 * stay in the history of a browser that others use too. What is kept ends with the tab.
 */
export function keptToken(inAddress: string | null): string {
  if (inAddress) sessionStorage.setItem(KEY, inAddress)
  return inAddress ?? sessionStorage.getItem(KEY) ?? ''
}

/** After it was used. */
export function forgetToken(): void {
  sessionStorage.removeItem(KEY)
}
