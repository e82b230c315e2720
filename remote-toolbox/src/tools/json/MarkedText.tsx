interface Props {
  text: string
  /** What to mark; global, so that all of it is found. */
  hit: RegExp | undefined
}

/** A text in which all that was searched for stands out. */
export function MarkedText({ text, hit }: Props) {
  if (!hit) return text
  const parts: { at: number; text: string; isHit: boolean }[] = []
  let at = 0
  for (const { 0: found, index } of text.matchAll(hit)) {
    parts.push({ at, text: text.slice(at, index), isHit: false }, { at: index, text: found, isHit: true })
    at = index + found.length
  }
  if (at === 0 && parts.length === 0) return text
  return [...parts, { at, text: text.slice(at), isHit: false }]
    .filter((part) => part.text !== '')
    .map((part) => (part.isHit ? <mark key={part.at}>{part.text}</mark> : part.text))
}
