import { describe, expect, it } from 'vitest'
import { isAcceptablePassword } from './passwordRule.ts'

describe('isAcceptablePassword', () => {
  it.each(['admin!@#', 'abcdefg1', '  abcdefg1  ', '1234567?', 'A_123456', '12345678abcdefgh', '________'])(
    'accepts %j',
    (text) => expect(isAcceptablePassword(text)).toBe(true),
  )

  it.each([
    '',
    'abc12',
    '12345678',
    'abcdefgh',
    '~!@#$%^&',
    'abcdefg1abcdefg12',
    'abcdefg 1',
    'abcdefg1é',
    'abc+defg1',
  ])('refuses %j', (text) => expect(isAcceptablePassword(text)).toBe(false))
})
