const PLAIN = /^[A-Za-z0-9!#$&+.^_`|~ -]$/

/** The name of a file for every client (RFC 6266): a plain one for old ones, the real one in UTF-8 for the others. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = [...name].map((char) => (PLAIN.test(char) ? char : '_')).join('')
  const real = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${real}`
}
