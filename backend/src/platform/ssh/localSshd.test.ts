import ssh2 from 'ssh2'
import { expect, it } from 'vitest'
import { makeKeyPair } from './localSshd.ts'

/** One of 256 would be malformed; so many that a set without one is next to impossible. */
const PAIRS = 1_500

it('makes no key pair that cannot be read again', () => {
  const keys = Array.from({ length: PAIRS }, () => ssh2.utils.parseKey(makeKeyPair('test').private))
  expect(keys.filter((key) => key instanceof Error)).toEqual([])
})
