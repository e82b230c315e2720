import type { Static, TSchema } from 'typebox'
import { Check, Clean, Errors } from 'typebox/value'
import { ArtefactError, type ArtefactRule } from './artefactError.ts'

/** No file of ours nests deeper than this, and whoever walks a deeper one may run out of stack. */
const MAX_DEPTH = 16

/** Reads JSON that came from outside: refused when it is none, or nests deeper than anything we write. */
export function parseJson(text: string, what: string, rule: ArtefactRule): unknown {
  requireShallow(text, what, rule)
  try {
    return JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ArtefactError(rule, `${what} is not JSON (${reason}): ${adviceOn(rule)}`, { cause: error })
  }
}

/** Reads JSON from outside as what `schema` describes; what the schema does not know falls away. */
export function parseAs<Schema extends TSchema>(
  schema: Schema,
  text: string,
  what: string,
  rule: ArtefactRule,
): Static<Schema> {
  return requireShape(schema, parseJson(text, what, rule), what, rule)
}

/** Takes a value from outside as what `schema` describes, or says which field is wrong. */
export function requireShape<Schema extends TSchema>(
  schema: Schema,
  value: unknown,
  what: string,
  rule: ArtefactRule,
): Static<Schema> {
  const cleaned = Clean(schema, value)
  if (Check(schema, cleaned)) return cleaned
  const first = Errors(schema, cleaned)[0]
  const field = first?.instancePath.slice(1).replaceAll('/', '.') ?? ''
  const place = field === '' ? what : `"${field.slice(0, 100)}" in ${what}`
  throw new ArtefactError(rule, `${place} ${first?.message ?? 'is not as expected'}: ${adviceOn(rule)}`)
}

/** Counts brackets outside texts: the parser itself copes with any depth, walking the result does not. */
function requireShallow(text: string, what: string, rule: ArtefactRule): void {
  let depth = 0
  let isInText = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (isInText) {
      if (character === '\\') at++
      else if (character === '"') isInText = false
    } else if (character === '"') isInText = true
    else if (character === '{' || character === '[') {
      depth++
      if (depth > MAX_DEPTH) throw new ArtefactError(rule, `${what} nests deeper than ${MAX_DEPTH}: ${adviceOn(rule)}`)
    } else if (character === '}' || character === ']') depth--
  }
}

/** Files that people keep are put right by people; everything else comes out of a build. */
function adviceOn(rule: ArtefactRule): string {
  if (rule === 'folder') return 'put it back as it was'
  if (rule === 'registry') return 'run `pnpm build`, or `pnpm release rebuild` for a folder target'
  return 'build it again'
}
