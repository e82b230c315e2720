import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ALGORITHMS } from './algorithms.ts'
import { digestText } from './digestText.ts'
import { judge } from './expectedDigest.ts'

const ALL = digestText('abc')
const { md5 = '', sha1 = '', sha256 = '', sha512 = '' } = ALL
const OTHER = digestText('other').md5

const MATCHES = [
  ['bare', md5, 'md5'],
  ['in capitals', md5.toUpperCase(), 'md5'],
  ['with spaces around', `  ${sha1}\n`, 'sha1'],
  ['in groups', sha256.replace(/(.{8})/g, '$1 '), 'sha256'],
  ['in groups as long as another digest', sha256.replace(/(.{32})/g, '$1 '), 'sha256'],
  ['over two lines', `${sha512.slice(0, 64)}\n${sha512.slice(64)}`, 'sha512'],
  ['over two lines of Windows', `${sha512.slice(0, 70)}\r\n${sha512.slice(70)}\r\n`, 'sha512'],
  ['with colons', md5.replace(/(..)(?=.)/g, '$1:'), 'md5'],
  ['with hyphens', md5.toUpperCase().replace(/(..)(?=.)/g, '$1-'), 'md5'],
  ['a line of md5sum', `${md5}  file.iso`, 'md5'],
  ['a line of md5sum of a binary file', `${md5} *file.iso`, 'md5'],
  ['a line of md5sum with an escaped name', `\\${md5}  a\\nb`, 'md5'],
  ['a line of sha256sum with a name that is a digest', `${sha256}  ${OTHER}`, 'sha256'],
  ['a line of sha1sum with a name of hex digits', `${sha1}  cafe`, 'sha1'],
  ['a line of BSD', `MD5 (file.iso) = ${md5}`, 'md5'],
  ['a line of BSD with a name that is a digest', `SHA512 (${OTHER}) = ${sha512}`, 'sha512'],
  ['a line of OpenSSL', `SHA2-256(file.iso)= ${sha256}`, 'sha256'],
  ['a line of Get-FileHash', `SHA256          ${sha256.toUpperCase()}          C:\\file.iso`, 'sha256'],
  ['a list of Get-FileHash', `Algorithm : SHA1\nHash      : ${sha1.toUpperCase()}\nPath      : C:\\a`, 'sha1'],
  ['certutil', `MD5 hash of file.iso:\n${md5}\nCertUtil: -hashfile command completed successfully.`, 'md5'],
  ['a digest of an image', `sha256:${sha256}`, 'sha256'],
  ['a word before it', `Checksum: ${md5}.`, 'md5'],
  ['the second line of a list', `${OTHER}  other.iso\n${md5}  file.iso\n`, 'md5'],
  ['two digests, one a line', `${OTHER}\n${md5}`, 'md5'],
] as const

describe('an expected digest', () => {
  it.each(MATCHES)('matches: %s', (_name, text, algorithm) => {
    expect(judge(text, ALL)).toEqual({ kind: 'match', algorithm })
  })

  it.each(['', ' ', '\n\t '])('nothing was expected: %j', (text) => {
    expect(judge(text, ALL)).toEqual({ kind: 'none' })
  })

  it.each([
    ['another digest', OTHER ?? '', 'md5'],
    ['one digit wrong', sha1.replace(/.$/, '0'), 'sha1'],
    ['a line of another file', `${digestText('other').sha256}  file.iso`, 'sha256'],
    ['a name that is the digest', `MD5 (${md5}) = ${OTHER}`, 'md5'],
    ['a name that is the digest, after another', `${OTHER}  ${md5}.iso`, 'md5'],
  ])('does not match: %s', (_name, text, algorithm) => {
    expect(judge(text, ALL)).toEqual({ kind: 'mismatch', algorithm })
  })

  it.each([
    ['a digit too few', md5.slice(1), 31],
    ['a digit too many', `${md5}0`, 33],
    ['no digit at all', 'hello', 0],
    ['a word with something else in it', `${md5.slice(0, -1)}g`, 0],
    ['groups that make no digest', 'dead beef', 8],
    ['an empty value of BSD', 'MD5 (file) = ', 0],
  ])('is none of them: %s', (_name, text, digits) => {
    expect(judge(text, ALL)).toEqual({ kind: 'unknown', digits })
  })

  it('waits for the algorithm it needs, and for no other', () => {
    expect(judge(sha256, { md5 })).toEqual({ kind: 'waiting', algorithm: 'sha256' })
    expect(judge(md5, { md5 })).toEqual({ kind: 'match', algorithm: 'md5' })
    expect(judge(OTHER ?? '', { md5 })).toEqual({ kind: 'mismatch', algorithm: 'md5' })
  })

  it('matches whatever case and spaces it was copied with', () => {
    const noise = fc.constantFrom('', ' ', '\t', '  ')
    const anyNoise = fc.array(fc.tuple(noise, fc.boolean()), { minLength: 128, maxLength: 128 })
    fc.assert(
      fc.property(fc.constantFrom(...ALGORITHMS), anyNoise, ({ id }, noises) => {
        const digits = [...(ALL[id] ?? '')]
        const text = digits.map((digit, index) => {
          const [space, isUpper] = noises[index] ?? ['', false]
          return (isUpper ? digit.toUpperCase() : digit) + space
        })
        expect(judge(text.join(''), ALL)).toEqual({ kind: 'match', algorithm: id })
      }),
    )
  })

  it('finds no match in what was never computed', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(judge(text, ALL).kind).not.toBe('match')
      }),
    )
  })
})
