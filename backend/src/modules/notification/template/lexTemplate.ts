import { TemplateError } from './templateError.ts'

/** A word of an action. */
export interface Token {
  kind: 'string' | 'number' | 'field' | 'dot' | 'variable' | 'word' | 'sign'
  text: string
  /** It touches the token before it, as the field in `(…).Name` does. */
  isAttached: boolean
}

/** Text between two actions, or one action. */
export type Piece = { kind: 'text'; text: string } | { kind: 'action'; tokens: Token[]; line: number }

const TOKEN =
  /(?<space>\s+)|(?<string>"(?:[^"\\\n]|\\.)*"|`[^`]*`)|(?<number>[-+]?\d+(?:\.\d+)?(?![\w.]))|(?<field>(?:\.[A-Za-z_]\w*)+)|(?<dot>\.)|(?<variable>\$\w*)|(?<word>[A-Za-z_]\w*)|(?<sign>:=|=|\||\(|\)|,)/uy
const COMMENT = /\/\*[\s\S]*?\*\//y
const CLOSE = /(?:\s+-)?\}\}/y
const OPEN = /\{\{(?:-(?=\s))?/g

const lineAt = (source: string, index: number): number => source.slice(0, index).split('\n').length

const matchAt = (pattern: RegExp, source: string, index: number): RegExpExecArray | null => {
  pattern.lastIndex = index
  return pattern.exec(source)
}

/** Skips the comment that an action may be instead of words. */
function afterComment(source: string, start: number): number {
  const text = /\s*/y
  text.lastIndex = start
  const begin = start + (text.exec(source)?.[0].length ?? 0)
  const comment = matchAt(COMMENT, source, begin)
  return comment ? begin + comment[0].length : start
}

/** Reads the words of one action up to its end. */
function readAction(
  source: string,
  start: number,
  line: number,
): { tokens: Token[]; end: number; isTrimming: boolean } {
  const tokens: Token[] = []
  let index = afterComment(source, start)
  let isAttached = false
  for (;;) {
    const close = matchAt(CLOSE, source, index)
    if (close) return { tokens, end: index + close[0].length, isTrimming: close[0].includes('-') }
    const found = matchAt(TOKEN, source, index)
    if (!found) {
      const rest = source.slice(index, index + 10)
      throw new TemplateError(line, rest === '' ? 'an action is not closed by }}' : `cannot read "${rest}"`)
    }
    index += found[0].length
    const [kind] = Object.entries(found.groups ?? {}).find(([, text]) => text !== undefined) ?? []
    if (kind !== 'space') tokens.push({ kind: kind as Token['kind'], text: found[0], isAttached })
    isAttached = kind !== 'space'
  }
}

/** Cuts a template into texts and actions; `{{-` and `-}}` take the white space beside them away. */
export function lexTemplate(source: string): Piece[] {
  const pieces: Piece[] = []
  let index = 0
  let isTrimming = false
  for (;;) {
    OPEN.lastIndex = index
    const open = OPEN.exec(source)
    let text = source.slice(index, open?.index ?? source.length)
    if (isTrimming) text = text.trimStart()
    if (open?.[0] === '{{-') text = text.trimEnd()
    if (text !== '') pieces.push({ kind: 'text', text })
    if (!open) return pieces
    const line = lineAt(source, open.index)
    const action = readAction(source, open.index + open[0].length, line)
    if (action.tokens.length > 0) pieces.push({ kind: 'action', tokens: action.tokens, line })
    index = action.end
    isTrimming = action.isTrimming
  }
}
