/** A name for the middle of a sentence: written from right to left, it does not turn the words around it. */
export const isolated = (name: string | undefined): string => `\u2068${name ?? ''}\u2069`
