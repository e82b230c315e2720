/** What is computed, in the order it is shown: the tool's namesake first. Digits are those of the lower-case hex form. */
export const ALGORITHMS = [
  { id: 'md5', name: 'MD5', digits: 32 },
  { id: 'sha1', name: 'SHA-1', digits: 40 },
  { id: 'sha256', name: 'SHA-256', digits: 64 },
  { id: 'sha512', name: 'SHA-512', digits: 128 },
] as const

export type Algorithm = (typeof ALGORITHMS)[number]['id']

/** Lower-case hex by algorithm; what is missing is not computed yet. */
export type Digests = Readonly<Partial<Record<Algorithm, string>>>

/** The names of some algorithms, in their own order. */
export function namesOf(algorithms: readonly Algorithm[]): readonly string[] {
  return ALGORITHMS.filter(({ id }) => algorithms.includes(id)).map(({ name }) => name)
}
