/** A place in a text where something could not be read, and stays as it is written. */
export interface Flaw<Kind extends string = string> {
  kind: Kind
  /** Index of its first code unit. */
  at: number
  length: number
}

/** A text made of another one, and what of the other one could not be read. */
export interface Converted<Kind extends string = string> {
  text: string
  flaws: readonly Flaw<Kind>[]
}

/** Halves of surrogate pairs that stand alone: characters that exist in no encoding. */
export function loneSurrogates(text: string): Flaw<'lone'>[] {
  return text.isWellFormed()
    ? []
    : [...text.matchAll(/\p{Surrogate}/gu)].map(({ index }) => ({ kind: 'lone', at: index, length: 1 }))
}
