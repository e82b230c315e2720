import { expect, it } from 'vitest'
import { previousVersion } from './previousOf.ts'

it.each([
  ['1.2.0', ['1.0.0', '1.1.0', '1.10.0', '1.2.0', '0.9.0', '2.0.0'], '1.1.0'],
  ['1.10.0', ['1.9.0', '1.2.0'], '1.9.0'],
  ['2.0.0', ['1.9.0'], undefined],
  ['1.0.0', ['1.0.0-rc.2', '1.0.0-rc.10'], '1.0.0-rc.10'],
  ['1.0.0', [], undefined],
  ['1.1.0', ['', 'latest', '1.0.0'], '1.0.0'],
  ['0.1.0-dev-b', ['0.1.0-dev-a', '0.0.9'], '0.1.0-dev-a'],
])('%s may be replaced, of %j, by %s', (version, candidates, expected) => {
  expect(previousVersion(version, candidates)).toBe(expected)
})
