import { describe, expect, it } from 'vitest'
import { readEnv, remoteOrigins } from './env.ts'

describe('the origins of areas', () => {
  it('are none, one or several', () => {
    expect(remoteOrigins(readEnv({}))).toEqual([])
    const REMOTE_ORIGINS = 'https://a.example, http://127.0.0.1:8080'
    expect(remoteOrigins(readEnv({ REMOTE_ORIGINS }))).toEqual(['https://a.example', 'http://127.0.0.1:8080'])
  })

  it.each([
    '*',
    'https://*',
    'a.example',
    'https://a.example/',
    "https://a.example; script-src 'unsafe-eval'",
    'data:x',
  ])('are origins and nothing that means more in a policy: %s', (REMOTE_ORIGINS) => {
    expect(() => readEnv({ REMOTE_ORIGINS })).toThrow('is no origin')
  })
})
