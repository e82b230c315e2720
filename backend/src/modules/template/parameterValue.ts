import { runInNewContext } from 'node:vm'
import type { TemplateParameter } from '@windlass/shared-kit/contract/template'
import { failed } from '../../platform/errors.ts'

/** A pattern that looks for longer is a bad one; it must not hold up everybody else. */
const PATTERN_MS = 100

const labelOf = ({ label, name }: TemplateParameter): string => label || name

/** Whether a whole text matches. @throws Error when the pattern is none, or takes too long */
export function matches(pattern: string, text: string): boolean {
  const answer: unknown = runInNewContext(
    'new RegExp(`^(?:${pattern})$`, "u").test(text)',
    { pattern, text },
    { timeout: PATTERN_MS },
  )
  return answer === true
}

function requirePattern(parameter: TemplateParameter, value: string): void {
  const { pattern = '' } = parameter
  if (pattern === '') return
  let isMatch: boolean
  try {
    isMatch = matches(pattern, value)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw failed(`the pattern of ${labelOf(parameter)} cannot be used: ${why}`)
  }
  if (!isMatch) throw failed(`${labelOf(parameter)} must match ${pattern}`)
}

/**
 * The value a script gets for a parameter.
 * @throws AppError that says what is wrong with what was filled in
 */
export function parameterValue(parameter: TemplateParameter, given: string | undefined): string {
  const { type, isRequired = false, choices = [] } = parameter
  const value = given ?? parameter.default ?? ''
  const label = labelOf(parameter)
  if (value.includes('\0')) throw failed(`${label} holds a NUL character; remove it`)
  if (type === 'switch') {
    if (value !== '' && value !== 'true' && value !== 'false') throw failed(`${label} must be true or false`)
    return value || 'false'
  }
  if (value === '') {
    if (isRequired) throw failed(`${label} is a required field`)
    return value
  }
  if (type === 'number' && !/^-?\d+(\.\d+)?$/.test(value)) throw failed(`${label} must be a number`)
  if (type === 'choice' && !choices.includes(value)) throw failed(`${label} must be one of ${choices.join(', ')}`)
  requirePattern(parameter, value)
  return value
}
