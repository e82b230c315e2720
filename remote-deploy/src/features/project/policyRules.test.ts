import { describe, expect, it } from 'vitest'
import { probeProblem, shareProblem, watchProblem } from './policyRules.ts'

describe('the rules of a rollout', () => {
  it.each([
    ['', undefined],
    ['3', undefined],
    ['25%', undefined],
    ['100%', undefined],
    ['0', 'share'],
    ['101%', 'share'],
    ['-1', 'share'],
    ['a few', 'share'],
  ])('take the share %j as %s', (share, expected) => {
    expect(shareProblem(share)).toBe(expected)
  })

  it.each([
    ['http', 'https://${SERVER_IP}/health', undefined],
    ['http', 'shop.example/health', 'address'],
    ['http', ' ', 'target'],
    ['tcp', 'shop.example:8080', undefined],
    ['tcp', 'shop.example', 'hostPort'],
    ['command', 'systemctl is-active shop', undefined],
  ] as const)('take the %s probe %j as %s', (kind, target, expected) => {
    expect(probeProblem({ kind, target })).toBe(expected)
  })

  it('keep watched paths inside of the repository', () => {
    expect(watchProblem(['services/shop'])).toBeUndefined()
    expect(watchProblem(['../other'])).toBe('inside')
    expect(watchProblem(['/etc'])).toBe('inside')
  })
})
