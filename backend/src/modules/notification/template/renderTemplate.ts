import { TemplateError } from './templateError.ts'
import { ArgumentError, isTrue, TEMPLATE_FUNCTIONS, textOf } from './templateFunctions.ts'
import type { Command, Node, Operand, Pipe, Value } from './templateNodes.ts'

const STEP_LIMIT = 20_000
const OUTPUT_LIMIT = 100_000

/** Variables by name, innermost first. */
interface Scope {
  values: Map<string, Value>
  outer: Scope | undefined
}

interface Rendering {
  escape(text: string): string
  output: string[]
  length: number
  steps: number
}

function step(rendering: Rendering, line: number): void {
  rendering.steps += 1
  if (rendering.steps > STEP_LIMIT) throw new TemplateError(line, 'it takes too many steps')
}

function write(rendering: Rendering, text: string, line: number): void {
  rendering.length += text.length
  if (rendering.length > OUTPUT_LIMIT) throw new TemplateError(line, 'it writes too much')
  rendering.output.push(text)
}

function holderOf(scope: Scope | undefined, name: string): Scope | undefined {
  for (let at = scope; at; at = at.outer) if (at.values.has(name)) return at
  return undefined
}

function follow(value: Value, path: readonly string[], line: number): Value {
  return path.reduce<Value>((inner, name) => {
    const isObject = typeof inner === 'object' && inner !== null && !Array.isArray(inner)
    if (!isObject || !Object.hasOwn(inner, name)) throw new TemplateError(line, `there is no field ".${name}"`)
    return (inner as Readonly<Record<string, Value>>)[name] ?? null
  }, value)
}

interface Place {
  dot: Value
  scope: Scope
  rendering: Rendering
}

function valueOf(operand: Operand, place: Place, line: number): Value {
  const base = (): Value => {
    if (operand.kind === 'dot') return place.dot
    if (operand.kind === 'literal') return operand.value
    if (operand.kind === 'variable') return holderOf(place.scope, operand.name)?.values.get(operand.name) ?? null
    if (operand.kind === 'pipe') return evaluate(operand.pipe, place)
    return call(operand.name, [], line)
  }
  return follow(base(), operand.path, line)
}

function call(name: string, values: readonly Value[], line: number): Value {
  try {
    const result = TEMPLATE_FUNCTIONS[name]?.(...values) ?? null
    if (typeof result === 'string' && result.length > OUTPUT_LIMIT) throw new ArgumentError('the text gets too long')
    return result
  } catch (error) {
    if (error instanceof ArgumentError) throw new TemplateError(line, `${name}: ${error.message}`)
    throw error
  }
}

/** `and` and `or` look at their arguments only until the answer is known, so that the first can guard the second. */
function shortCircuit(name: string, operands: readonly Operand[], place: Place, line: number): Value {
  let value: Value = null
  for (const operand of operands) {
    value = valueOf(operand, place, line)
    if (isTrue(value) === (name === 'or')) return value
  }
  return value
}

function run([first, ...rest]: Command, place: Place, line: number, piped: readonly Value[]): Value {
  if (!first) return null
  if (first.kind !== 'function') return valueOf(first, place, line)
  const isShort = (first.name === 'and' || first.name === 'or') && piped.length === 0 && rest.length > 0
  if (isShort) return shortCircuit(first.name, rest, place, line)
  return call(first.name, [...rest.map((operand) => valueOf(operand, place, line)), ...piped], line)
}

function evaluate(pipe: Pipe, place: Place): Value {
  let piped: readonly Value[] = []
  for (const command of pipe.commands) {
    step(place.rendering, pipe.line)
    piped = [run(command, place, pipe.line, piped)]
  }
  return piped[0] ?? null
}

function assign({ variables, isDeclaration }: Pipe, values: readonly Value[], scope: Scope): void {
  variables.forEach((name, index) => {
    const holder = isDeclaration ? scope : (holderOf(scope, name) ?? scope)
    holder.values.set(name, values[index] ?? null)
  })
}

const inside = (scope: Scope): Scope => ({ values: new Map(), outer: scope })

function renderRange(node: Extract<Node, { kind: 'range' | 'if' | 'with' }>, place: Place): void {
  const { pipe, body, otherwise } = node
  const list = evaluate(pipe, place)
  if (list !== null && typeof list !== 'object') throw new TemplateError(pipe.line, 'range takes a list')
  const entries: [Value, Value][] = Array.isArray(list)
    ? list.map((item: Value, index) => [index, item])
    : Object.entries(list ?? {})
  for (const [key, item] of entries) {
    step(place.rendering, pipe.line)
    const scope = inside(place.scope)
    assign(pipe, pipe.variables.length === 2 ? [key, item] : [item], scope)
    renderAll(body, { ...place, dot: item, scope })
  }
  if (entries.length === 0) renderAll(otherwise, { ...place, scope: inside(place.scope) })
}

function renderNode(node: Node, place: Place): void {
  if (node.kind === 'text') return write(place.rendering, node.text, 1)
  const { pipe } = node
  step(place.rendering, pipe.line)
  if (node.kind === 'range') return renderRange(node, place)
  const value = evaluate(pipe, place)
  if (node.kind === 'output') {
    if (pipe.variables.length > 0) return assign(pipe, [value], place.scope)
    return write(place.rendering, place.rendering.escape(textOf(value)), pipe.line)
  }
  const scope = inside(place.scope)
  assign(pipe, [value], scope)
  if (!isTrue(value)) return renderAll(node.otherwise, { ...place, scope })
  renderAll(node.body, { ...place, scope, dot: node.kind === 'with' ? value : place.dot })
}

function renderAll(nodes: readonly Node[], place: Place): void {
  for (const node of nodes) renderNode(node, place)
}

/**
 * Fills a template. What its actions print goes through `escape`, what its author wrote does not.
 * @throws TemplateError for a field that does not exist, a wrong argument, or work without end
 */
export function renderTemplate(nodes: readonly Node[], data: Value, escape: (text: string) => string): string {
  const rendering: Rendering = { escape, output: [], length: 0, steps: 0 }
  const scope: Scope = { values: new Map([['$', data]]), outer: undefined }
  renderAll(nodes, { dot: data, scope, rendering })
  return rendering.output.join('')
}
