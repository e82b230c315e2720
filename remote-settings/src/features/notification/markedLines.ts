/** A line of a notice as chat programs draw it. */
export interface MarkedLine {
  kind: 'heading' | 'plain' | 'quote'
  /** Pieces with their colours, "" for the usual one; `href` is where a link leads. */
  parts: { color: string; words: string; href?: string }[]
}

/** What changes the colour, and links. */
const MARKS = /(<font color="\w+">|<\/font>|\[[^\]\n]+\]\(https?:[^)\s]+\))/
const LINK = /^\[([^\]\n]+)\]\((https?:[^)\s]+)\)$/

const kindOf = (line: string): MarkedLine['kind'] => {
  if (/^#{1,6}\s/.test(line)) return 'heading'
  return line.startsWith('>') ? 'quote' : 'plain'
}

const linkOf = (piece: string): { words: string; href?: string } => {
  const [, words, href] = LINK.exec(piece) ?? []
  return words === undefined || href === undefined ? { words: piece } : { words, href }
}

/** Reads the markup our templates use; a colour goes on until it is closed, also over the end of a line. */
export function markedLines(text: string): MarkedLine[] {
  const open: string[] = []
  return text.split('\n').map((line) => {
    const kind = kindOf(line)
    const parts: MarkedLine['parts'] = []
    for (const piece of line.replace(/^(?:#{1,6}\s+|>\s?)/, '').split(MARKS)) {
      const color = /^<font color="(\w+)">$/.exec(piece)?.[1]
      if (color !== undefined) open.push(color)
      else if (piece === '</font>') open.pop()
      else if (piece !== '') parts.push({ color: open.at(-1) ?? '', ...linkOf(piece) })
    }
    return { kind, parts }
  })
}
