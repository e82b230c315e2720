import { hash as hashBcrypt } from '@node-rs/bcrypt'
import { describe, expect, it } from 'vitest'
import { choiceProblem, hashPassword, needsUpgrade, passwordProblem, verifyPassword } from './passwords.ts'

describe('passwords', () => {
  it('are kept as argon2id and recognised again', async () => {
    const stored = await hashPassword('Windlass-1')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await verifyPassword('Windlass-1', stored)).toBe(true)
    expect(await verifyPassword('windlass-1', stored)).toBe(false)
    expect(needsUpgrade(stored)).toBe(false)
  })

  it('of an import are recognised too, and are due for a stronger hash', async () => {
    const stored = await hashBcrypt('Windlass-1', { cost: 4 })
    expect(await verifyPassword('Windlass-1', stored)).toBe(true)
    expect(await verifyPassword('Windlass-2', stored)).toBe(false)
    expect(needsUpgrade(stored)).toBe(true)
  })

  it('never match where none is stored', async () => {
    expect(await verifyPassword('', '')).toBe(false)
  })

  it.each(['abcdefh1', 'ABC-defgh', '1234567!', 'пароль1', 'exactly-16-bytes', '_________a'])(
    'may be %s',
    (password) => {
      expect(passwordProblem(password)).toBeUndefined()
    },
  )

  it.each([
    '',
    'short-1',
    'abcdefgh',
    '12345678',
    '!!!!!!!!',
    '        ',
    'a        ',
    '17-bytes-is-long!',
    'длинныйпароль1',
  ])('may not be "%s"', (password) => {
    expect(passwordProblem(password)).toMatch(/^a password (has 8 to 16 characters|holds at least two of)/)
  })

  it.each(['password1', 'Password1', 'abcd1234', '1qaz2wsx', 'TRUSTNO1'])(
    'may not be %s, which everybody tries',
    (password) => {
      expect(passwordProblem(password)).toMatch(/most common/)
    },
  )

  it('may not hold words that a guesser knows, unless they are too short to say anything', () => {
    const words = (PASSWORD_WORDS: string) => ({ PASSWORD_WORDS, PASSWORD_BREACHED_FILE: '' })
    expect(choiceProblem(words('Windlass, Acme'), 'ann', 'xACME-2026')).toMatch(/Acme/)
    expect(choiceProblem(words(''), 'Joanna', 'joanna-2026')).toMatch(/Joanna/)
    expect(choiceProblem(words('ann'), 'joa', 'Joanna-2026')).toBeUndefined()
    expect(choiceProblem(words(''), 'root', 'Joanna-2026')).toBeUndefined()
  })
})
