import type { TemplateParameter } from '@windlass/shared-kit/contract/template'

export type ParameterProblem = 'choice' | 'number' | 'pattern' | 'required'

const PATTERN_LENGTH = 256

/** Whether the whole text matches; the server has the last word, also about a pattern this browser cannot use. */
function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`, 'u').test(text)
  } catch {
    return true
  }
}

/** What a value starts with. */
export const startValue = ({ type, default: text = '' }: TemplateParameter): string =>
  type === 'switch' && text === '' ? 'false' : text

/** What is wrong with a value; undefined when the server will take it. */
export function parameterProblem(parameter: TemplateParameter, value: string): ParameterProblem | undefined {
  const { type, isRequired = false, choices = [], pattern = '' } = parameter
  if (value === '') return isRequired ? 'required' : undefined
  if (type === 'number' && !/^-?\d+(\.\d+)?$/.test(value)) return 'number'
  if (type === 'choice' && !choices.includes(value)) return 'choice'
  // Long texts are left to the server, which gives up a pattern that takes too long.
  if (pattern !== '' && type !== 'switch' && value.length <= PATTERN_LENGTH && !matches(pattern, value))
    return 'pattern'
  return undefined
}
