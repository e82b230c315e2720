import { lexTemplate, type Piece } from './lexTemplate.ts'
import { parsePipe } from './parsePipe.ts'
import { TemplateError } from './templateError.ts'
import type { Node, Pipe } from './templateNodes.ts'

const DEPTH_LIMIT = 50

type Block = Extract<Node, { otherwise: readonly Node[] }>['kind']
type Action = Extract<Piece, { kind: 'action' }>

const isBlock = (word: string | undefined): word is Block => word === 'if' || word === 'with' || word === 'range'

/** What closes a run of nodes: `end`, or `else` with what follows it in the same action. */
interface Closing {
  word: 'end' | 'else'
  /** `else if …` */
  next: Action | undefined
}

/** Reads pieces into nodes, front to back. */
class TreeReader {
  private readonly pieces: readonly Piece[]
  private index = 0

  constructor(pieces: readonly Piece[]) {
    this.pieces = pieces
  }

  whole(): Node[] {
    const { nodes, closing } = this.run(new Set(['$']), 0, 1)
    if (closing) throw new TemplateError(1, `there is an "${closing.word}" too many`)
    return nodes
  }

  /** Nodes up to the `else` or `end` that closes them, or to the end of the template. */
  private run(outer: ReadonlySet<string>, depth: number, line: number): { nodes: Node[]; closing?: Closing } {
    if (depth > DEPTH_LIMIT) throw new TemplateError(line, 'too many blocks inside each other')
    const known = new Set(outer)
    const nodes: Node[] = []
    for (let piece = this.take(); piece; piece = this.take()) {
      if (piece.kind === 'text') {
        nodes.push(piece)
        continue
      }
      const [first, ...rest] = piece.tokens
      const word = first?.kind === 'word' ? first.text : undefined
      if (word === 'end' || word === 'else') {
        const next = rest.length === 0 ? undefined : { ...piece, tokens: rest }
        if (word === 'end' && next) throw new TemplateError(piece.line, '"end" stands alone')
        return { nodes, closing: { word, next } }
      }
      if (isBlock(word)) {
        nodes.push(this.block(word, { ...piece, tokens: rest }, known, depth))
        continue
      }
      const pipe = parsePipe(piece.tokens, piece.line, known)
      for (const name of pipe.variables) known.add(name)
      nodes.push({ kind: 'output', pipe })
    }
    return { nodes }
  }

  private take(): Piece | undefined {
    return this.pieces[this.index++]
  }

  private block(kind: Block, { tokens, line }: Action, known: ReadonlySet<string>, depth: number): Node {
    const pipe: Pipe = parsePipe(tokens, line, known)
    if (pipe.variables.length === 2 && kind !== 'range')
      throw new TemplateError(line, 'only "range" takes two variables')
    const inner = new Set([...known, ...pipe.variables])
    const { nodes: body, closing } = this.run(inner, depth + 1, line)
    if (!closing) throw new TemplateError(line, `this "${kind}" has no "end"`)
    return { kind, pipe, body, otherwise: this.otherwise(kind, closing, inner, { depth, line }) }
  }

  private otherwise(
    kind: Block,
    { word, next }: Closing,
    known: ReadonlySet<string>,
    { depth, line }: { depth: number; line: number },
  ): readonly Node[] {
    if (word === 'end') return []
    if (next) {
      const [first, ...rest] = next.tokens
      if (first?.text !== kind || kind === 'range')
        throw new TemplateError(next.line, `"else" of this "${kind}" stands alone`)
      return [this.block(kind, { ...next, tokens: rest }, known, depth + 1)]
    }
    const { nodes, closing } = this.run(known, depth + 1, line)
    if (closing?.word !== 'end') throw new TemplateError(line, `this "${kind}" has no "end" after its "else"`)
    return nodes
  }
}

/** Reads a template. @throws TemplateError that says where it cannot be read */
export const parseTemplate = (source: string): readonly Node[] => new TreeReader(lexTemplate(source)).whole()
