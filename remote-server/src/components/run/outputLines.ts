import type { KeptOutput } from '@windlass/shared-kit/contract/serverScript'
import { type AnsiPiece, ansiLines, plainLine } from './ansiLines.ts'

/** A stream, under a title where there is more than one. */
export interface OutputPart {
  title: string
  kind: 'err' | 'out'
  output: KeptOutput
  /** All of it that there is. */
  text: string
}

/** One line of the view. */
export interface OutputLine {
  kind: 'cut' | 'err' | 'out' | 'title'
  pieces: AnsiPiece[]
  plain: string
  /** How much is left out here. */
  cut: number
}

const NOTHING = { pieces: [], plain: '', cut: 0 }

/** A stream as a part; undefined while it has said nothing. */
export function outputPart(title: string, kind: OutputPart['kind'], output: KeptOutput): OutputPart | undefined {
  const { head, cut, tail } = output
  if (head === '' && tail === '' && cut === 0) return undefined
  return { title, kind, output, text: cut === 0 ? head + tail : `${head}\n[… ${cut} …]\n${tail}` }
}

/** What is drawn: the lines of each part, where something is missing, and titles between several parts. */
export function outputLines(parts: readonly OutputPart[]): OutputLine[] {
  const drawn = (text: string, kind: OutputPart['kind']) =>
    ansiLines(text).map((pieces): OutputLine => ({ kind, pieces, plain: plainLine(pieces), cut: 0 }))
  return parts.flatMap(({ title, kind, output: { head, cut, tail } }) => {
    // Titles are told where somebody might take one stream for the other.
    const heading: OutputLine[] =
      parts.length > 1 || kind === 'err' ? [{ ...NOTHING, kind: 'title', plain: title }] : []
    if (cut === 0) return [...heading, ...drawn(head + tail, kind)]
    return [...heading, ...drawn(head, kind), { ...NOTHING, kind: 'cut', cut }, ...drawn(tail, kind)]
  })
}
