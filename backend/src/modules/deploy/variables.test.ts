import { expect, it } from 'vitest'
import { customVariables, substitute } from './variables.ts'

it('replaces what is known, leaves what is not, and never reads a value as a name again', () => {
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: these are the names of the scripts
  const variables = { A: '${B}', B: 'b', EMPTY: '' }
  expect(substitute('${A} ${B} ${EMPTY}| ${C} $B ${constructor}', variables)).toBe('${B} b | ${C} $B ${constructor}')
  const given = [{ name: 'greeting', value: 'hello ${B} ${greeting}', type: 'string' as const }]
  expect(customVariables(given, variables)).toEqual({ greeting: 'hello b ${greeting}' })
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: these are the names of the scripts
})
