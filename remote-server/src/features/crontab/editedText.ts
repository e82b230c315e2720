/** What an editor makes of a text: it knows one kind of line end. */
export const shownText = (raw: string): string => raw.replaceAll(/\r\n?/g, '\n')

interface Line {
  text: string
  end: string
}

const linesOf = (raw: string): Line[] =>
  [...raw.matchAll(/([^\r\n]*)(\r\n|\r|\n|$)/g)].map(([, text = '', end = '']) => ({ text, end }))

/** What was edited, with the ends that its lines had before: those above and below the change keep theirs. */
export function editedText(raw: string, edited: string): string {
  const before = linesOf(raw)
  // The pattern finds one more nothing behind a text that does not end with a line.
  if (before.at(-2)?.end === '') before.pop()
  const after = edited.split('\n')
  const least = Math.min(before.length, after.length)
  let top = 0
  while (top < least && before[top]?.text === after[top]) top += 1
  let bottom = 0
  while (bottom < least - top && before.at(-1 - bottom)?.text === after.at(-1 - bottom)) bottom += 1
  const ends = after.map((_text, at) => {
    if (at === after.length - 1) return ''
    const old =
      at < top ? before[at] : at < after.length - bottom ? undefined : before[before.length - after.length + at]
    return old?.end || '\n'
  })
  // A lone return before what is an empty line now would become one end with it; from below, because one leads to the next.
  const safe = ends.reduceRight<string[]>((below, end, at) => {
    const merges = end === '\r' && after[at + 1] === '' && below[0] === '\n'
    return [merges ? '\n' : end, ...below]
  }, [])
  return after.map((text, at) => text + safe[at]).join('')
}
