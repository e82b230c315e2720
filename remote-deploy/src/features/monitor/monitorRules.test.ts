import { expect, it } from 'vitest'
import { itemProblem } from './monitorRules.ts'

it.each([
  [1, 'https://example.org/health?x=1', undefined],
  [1, 'example.org', 'site'],
  [1, 'ftp://example.org', 'site'],
  [1, 'https://', 'site'],
  [2, '127.0.0.1:8080', undefined],
  [2, '[::1]:22', undefined],
  [2, 'example.org', 'port'],
  [2, 'example.org:70000', 'port'],
  [2, 'a:0', 'port'],
  [3, 'www.example.com', undefined],
  [3, '::1', undefined],
  [3, '-f', 'host'],
  [3, 'a b', 'host'],
  [3, '', undefined],
])('%i %s: %s', (type, item, problem) => {
  expect(itemProblem(type, item)).toBe(problem)
})
