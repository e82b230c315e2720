import { describe, expect, it } from 'vitest'
import { connectionProblem } from './connectionProblem.ts'

/** As fetch throws it: the reason is in the cause. */
const failure = (code: string) => new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })

describe('a request without an answer', () => {
  it.each([
    ['ECONNREFUSED', /nothing listens there/],
    ['ENOTFOUND', /check the spelling/],
    ['CERT_HAS_EXPIRED', /certificate has expired/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /NODE_EXTRA_CA_CERTS/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /for another name/],
    ['SOMETHING_NEW', /cannot be reached: SOMETHING_NEW/],
  ])('says what %s means', (code, message) => {
    const problem = connectionProblem('https://console.example.org', failure(code), 20_000)
    expect(problem).toMatchObject({ exitCode: 3, rule: 'connection', message: expect.stringMatching(message) })
  })

  it('finds the reason among several attempts', () => {
    const error = new TypeError('fetch failed', { cause: new AggregateError([failure('ECONNREFUSED')], '') })
    expect(connectionProblem('http://localhost', error, 20_000).message).toContain('nothing listens there')
  })

  it('says how long it waited', () => {
    const error = new DOMException('The operation was aborted due to timeout', 'TimeoutError')
    const problem = connectionProblem('https://console.example.org', error, 20_000)
    expect(problem).toMatchObject({ rule: 'timeout', message: expect.stringContaining('within 20 s') })
  })
})
