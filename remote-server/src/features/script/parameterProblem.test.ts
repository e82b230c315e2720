import { expect, it } from 'vitest'
import { parameterProblem, startValue } from './parameterProblem.ts'

it.each([
  [{ type: 'text', isRequired: true }, '', 'required'],
  [{ type: 'text' }, '', undefined],
  [{ type: 'number' }, '1e5', 'number'],
  [{ type: 'number' }, '-1.5', undefined],
  [{ type: 'choice', choices: ['a'] }, 'b', 'choice'],
  [{ type: 'text', pattern: 'a|b' }, 'ab', 'pattern'],
  [{ type: 'text', pattern: '(' }, 'anything', undefined],
  [{ type: 'switch', pattern: 'x' }, 'true', undefined],
] as const)('%j with %j is %s', (parameter, value, problem) => {
  expect(parameterProblem({ name: 'A', ...parameter, choices: ['a'] }, value)).toBe(problem)
})

it('begins with the default, a switch as off', () => {
  expect(startValue({ name: 'A', type: 'switch' })).toBe('false')
  expect(startValue({ name: 'A', type: 'text', default: 'x' })).toBe('x')
})
