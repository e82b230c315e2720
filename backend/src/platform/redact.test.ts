import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskUrlCredentials, redact, redactJson } from './redact.ts'

const SECRET_NAMES =
  'password newPassword oldPwd newPwd jumpPassword apiKey X-API-KEY token goploy_token captchaKey key privateKey webhookSecret secretValue passphrase PASSWORD sign notifyTarget'.split(
    ' ',
  )
/** Long and of one letter that occurs nowhere else, so that finding it means that it leaked. */
const SECRET = 'QQQQQQQQQQQQ'

const secretName = fc.constantFrom(...SECRET_NAMES)
const plain = fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.stringMatching(/^[a-z ]*$/))
/** Any nesting of lists and objects with a secret at its heart. */
const hidden = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'medium' },
    fc.tuple(secretName, plain).map(([name, other]) => ({ [name]: SECRET, other })),
    fc.tuple(secretName, plain).map(([name, other]) => ({ [name]: { deep: [SECRET] }, other })),
    tie('node').map((node) => [node]),
    fc.tuple(fc.stringMatching(/^[a-f]+$/), tie('node')).map(([name, node]) => ({ [name]: node })),
  ),
})).node

describe('redact', () => {
  it('leaves no secret in a value, however deep it lies', () => {
    fc.assert(
      fc.property(hidden, (value) => {
        expect(JSON.stringify(redact(value))).not.toContain(SECRET)
        expect(redactJson(JSON.stringify(value))).not.toContain(SECRET)
      }),
    )
  })

  it('leaves everything else as it was, and changes nothing the second time', () => {
    const harmless = fc.dictionary(fc.stringMatching(/^[a-f]+$/), fc.oneof(plain, fc.array(plain)))
    fc.assert(
      fc.property(harmless, (value) => {
        expect(redact(value)).toEqual({ ...value })
      }),
    )
    fc.assert(
      fc.property(hidden, (value) => {
        expect(redact(redact(value))).toEqual(redact(value))
      }),
    )
  })

  it('shows that a secret is empty, because that is none', () => {
    expect(redact({ password: '', token: null })).toEqual({ password: '', token: null })
  })

  it('masks what the caller names besides', () => {
    expect(redact({ value: SECRET, name: 'x' }, ['value'])).toEqual({ value: '******', name: 'x' })
  })

  it('does not run out of stack on a value that is nested ten thousand deep', () => {
    const deep = JSON.parse(`${'['.repeat(10_000)}${']'.repeat(10_000)}`) as unknown
    expect(JSON.stringify(redact(deep)).length).toBeLessThan(100)
  })
})

describe('maskUrlCredentials', () => {
  const user = fc.stringMatching(/^[a-z0-9._-]+$/)
  const password = fc.stringMatching(/^[A-Za-z0-9!$&*+,;=@%:~-]{1,20}$/).map((text) => `${SECRET}${text}`)
  const scheme = fc.constantFrom('https', 'http', 'svn', 'svn+ssh', 'ftp', 'postgres')

  it('leaves no password in any address of a text', () => {
    fc.assert(
      fc.property(scheme, user, password, fc.stringMatching(/^[a-z \n]*$/), (name, who, secret, around) => {
        const text = `${around}${name}://${who}:${secret}@code.example/a.git${around}`
        const masked = maskUrlCredentials(text)
        expect(masked).not.toContain(SECRET)
        expect(masked).toContain(`${name}://${who}:******@code.example/a.git`)
      }),
    )
  })

  it('masks a bare token, and a password given as an option', () => {
    expect(maskUrlCredentials(`https://${SECRET}@code.example/a.git`)).toBe('https://******@code.example/a.git')
    expect(maskUrlCredentials(`svn info --password=${SECRET} --x`)).toBe('svn info --password=****** --x')
  })

  it.each(['ssh://git@code.example/a.git', 'git@code.example:a.git', 'https://code.example/a@b', 'http://x:8080/a@b'])(
    'leaves %s alone',
    (text) => {
      expect(maskUrlCredentials(text)).toBe(text)
    },
  )

  it('takes no time worth naming for a megabyte of letters', () => {
    // Whatever takes a number of steps that grows with the square would not end within the time of a test.
    const text = 'x'.repeat(1024 * 1024)
    expect(maskUrlCredentials(`${text}https://me:secret@host`)).toBe(`${text}https://me:******@host`)
  })
})
