/** A time as the contract writes it: `YYYY-MM-DD HH:MM:SS` of this machine; "" when unset. */
export const timeOf = (ms: number): string =>
  // Swedish is the language that writes times like that.
  ms === 0 ? '' : new Date(ms).toLocaleString('sv-SE')
