import type { Flaw } from './flaw.ts'

/** Where a flaw stands, as people count: from one, characters and not code units; and what stands around it. */
export interface TextPlace {
  line: number
  column: number
  before: string
  flaw: string
  after: string
}

const LINE_END = /\r\n|\r|\n/g
/** Characters shown on either side of a flaw. */
const AROUND = 12

/** Finds the place of a flaw in its text. */
export function textPlace(text: string, { at, length }: Pick<Flaw, 'at' | 'length'>): TextPlace {
  const ends = [...text.slice(0, at).matchAll(LINE_END)]
  const last = ends.at(-1)
  const lineStart = last ? last.index + last[0].length : 0
  const inLine = [...text.slice(lineStart, at)]
  const [rest = ''] = text.slice(at + length, at + length + 2 * AROUND).split(LINE_END)
  const after = [...rest]
  return {
    line: ends.length + 1,
    column: inLine.length + 1,
    before: (inLine.length > AROUND ? '…' : '') + inLine.slice(-AROUND).join(''),
    flaw: text.slice(at, at + length),
    after: after.slice(0, AROUND).join('') + (after.length > AROUND ? '…' : ''),
  }
}
