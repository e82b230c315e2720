/** What a template can hold and compute with: what JSON can hold. */
export type Value = null | boolean | number | string | readonly Value[] | { readonly [name: string]: Value }

/** One word of a command; `path` is followed from what the word stands for. */
export type Operand = { path: readonly string[] } & (
  | { kind: 'dot' }
  | { kind: 'variable'; name: string }
  | { kind: 'literal'; value: Value }
  | { kind: 'function'; name: string }
  | { kind: 'pipe'; pipe: Pipe }
)

/** `.A.B`, or a function with its arguments. */
export type Command = readonly Operand[]

/** Commands of which each gets the result of the one before as its last argument. */
export interface Pipe {
  line: number
  /** Variables that get the result; two in a `range` are the position and the element. */
  variables: readonly string[]
  /** The variables begin here (`:=`), they do not change (`=`). */
  isDeclaration: boolean
  commands: readonly Command[]
}

/** A template as a tree. */
export type Node =
  | { kind: 'text'; text: string }
  | { kind: 'output'; pipe: Pipe }
  | { kind: 'if' | 'with' | 'range'; pipe: Pipe; body: readonly Node[]; otherwise: readonly Node[] }
