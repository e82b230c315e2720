import type { Token } from './lexTemplate.ts'
import { TemplateError } from './templateError.ts'
import { TEMPLATE_FUNCTIONS } from './templateFunctions.ts'
import type { Command, Operand, Pipe, Value } from './templateNodes.ts'

const DEPTH_LIMIT = 20
const WORDS: Readonly<Record<string, Value>> = { true: true, false: false, nil: null }

/** The text of a literal in quotes. @throws TemplateError when an escape is unknown */
function readString(text: string, line: number): string {
  if (text.startsWith('`')) return text.slice(1, -1)
  try {
    return JSON.parse(text.replaceAll('\t', '\\t')) as string
  } catch {
    // The parser of JSON says where in the literal, which helps nobody who looks at the template.
    throw new TemplateError(line, `cannot read the text ${text}`)
  }
}

const pathOf = (text: string): string[] => text.split('.').filter((name) => name !== '')

/** Reads the words of one action, front to back. */
class PipeReader {
  private readonly tokens: readonly Token[]
  private readonly line: number
  private readonly known: ReadonlySet<string>
  private index = 0

  constructor(tokens: readonly Token[], line: number, known: ReadonlySet<string>) {
    this.tokens = tokens
    this.line = line
    this.known = known
  }

  whole(): Pipe {
    const pipe = this.pipe(0)
    const extra = this.tokens[this.index]
    if (extra) this.fail(`"${extra.text}" does not belong there`)
    return pipe
  }

  private fail(problem: string): never {
    throw new TemplateError(this.line, problem)
  }

  private isSign(text: string): boolean {
    const token = this.tokens[this.index]
    return token?.kind === 'sign' && token.text === text
  }

  /** `$a :=`, `$a =` or `$position, $element :=` at the front. */
  private variables(): Pick<Pipe, 'variables' | 'isDeclaration'> {
    const rest = this.tokens.slice(this.index).map(({ text }) => text)
    const count = rest[1] === ',' ? 2 : 1
    const sign = rest[count === 2 ? 3 : 1]
    if (!rest[0]?.startsWith('$') || (sign !== ':=' && sign !== '=')) return { variables: [], isDeclaration: false }
    this.index += count * 2
    const variables = count === 2 ? [rest[0], rest[2] ?? ''] : [rest[0]]
    const wrong = variables.find((name) => !/^\$\w+$/.test(name) || (sign === '=' && !this.known.has(name)))
    if (wrong !== undefined) this.fail(`there is no variable "${wrong}" to set`)
    return { variables, isDeclaration: sign === ':=' }
  }

  private pipe(depth: number): Pipe {
    if (depth > DEPTH_LIMIT) this.fail('too many brackets inside each other')
    const { variables, isDeclaration } = depth === 0 ? this.variables() : { variables: [], isDeclaration: false }
    const commands: Command[] = [this.command(depth)]
    while (this.isSign('|')) {
      this.index += 1
      const command = this.command(depth)
      if (command[0]?.kind !== 'function') this.fail('what follows a "|" must be a function')
      commands.push(command)
    }
    return { line: this.line, variables, isDeclaration, commands }
  }

  private command(depth: number): Command {
    const operands: Operand[] = []
    for (let next = this.operand(depth); next; next = this.operand(depth)) operands.push(next)
    const [first, ...rest] = operands
    if (!first) this.fail('something is missing: write a field such as .Project.Name')
    if (first.kind !== 'function' && rest.length > 0) this.fail('only a function takes arguments')
    const name = rest.find((operand) => operand.kind === 'function')
    if (name?.kind === 'function') this.fail(`put brackets around "${name.name}" and its arguments`)
    return operands
  }

  private operand(depth: number): Operand | undefined {
    const token = this.tokens[this.index]
    if (!token || (token.kind === 'sign' && token.text !== '(')) return undefined
    this.index += 1
    const path = (): readonly string[] => {
      const next = this.tokens[this.index]
      if (next?.kind !== 'field' || !next.isAttached) return []
      this.index += 1
      return pathOf(next.text)
    }
    if (token.text === '(') {
      const pipe = this.pipe(depth + 1)
      if (!this.isSign(')')) this.fail('a bracket is not closed')
      this.index += 1
      return { kind: 'pipe', pipe, path: path() }
    }
    return this.simple(token, path)
  }

  private simple({ kind, text }: Token, path: () => readonly string[]): Operand {
    if (kind === 'dot') return { kind, path: [] }
    if (kind === 'field') return { kind: 'dot', path: pathOf(text) }
    if (kind === 'string') return { kind: 'literal', value: readString(text, this.line), path: [] }
    if (kind === 'number') return { kind: 'literal', value: Number(text), path: [] }
    if (kind === 'variable') {
      if (!this.known.has(text)) this.fail(`there is no variable "${text}"`)
      return { kind, name: text, path: path() }
    }
    if (Object.hasOwn(WORDS, text)) return { kind: 'literal', value: WORDS[text] ?? null, path: [] }
    if (!Object.hasOwn(TEMPLATE_FUNCTIONS, text)) this.fail(`there is no function "${text}"`)
    return { kind: 'function', name: text, path: [] }
  }
}

/** Reads what an action computes; `known` are the variables it may name. @throws TemplateError */
export const parsePipe = (tokens: readonly Token[], line: number, known: ReadonlySet<string>): Pipe =>
  new PipeReader(tokens, line, known).whole()
