import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ALGORITHMS, type Digests } from './algorithms.ts'
import { digestText } from './digestText.ts'

/** What Node computes. */
function peer(bytes: string | Uint8Array): Digests {
  return Object.fromEntries(ALGORITHMS.map(({ id }) => [id, createHash(id).update(bytes).digest('hex')]))
}

/** RFC 1321, appendix A.5. */
const RFC_1321 = [
  ['', 'd41d8cd98f00b204e9800998ecf8427e'],
  ['a', '0cc175b9c0f1b6a831c399e269772661'],
  ['abc', '900150983cd24fb0d6963f7d28e17f72'],
  ['message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
  ['abcdefghijklmnopqrstuvwxyz', 'c3fcd3d76192e4007dfb496cca67e13b'],
  ['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', 'd174ab98d277d9f5a5611c2c9f419d9f'],
  ['1234567890'.repeat(8), '57edf4a22be3c955ac49da2e2107b67a'],
] as const

const TWO_BLOCKS = 'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq'
const TWO_LONG_BLOCKS =
  'abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu'

/** RFC 6234, section 8.5, as far as it is about whole bytes of text. */
const RFC_6234 = [
  ['sha1', 'abc', 'a9993e364706816aba3e25717850c26c9cd0d89d'],
  ['sha1', TWO_BLOCKS, '84983e441c3bd26ebaae4aa1f95129e5e54670f1'],
  ['sha1', 'a'.repeat(1_000_000), '34aa973cd4c4daa4f61eeb2bdbad27316534016f'],
  ['sha1', '01234567'.repeat(80), 'dea356a2cddd90c7a7ecedc5ebb563934f460452'],
  ['sha256', 'abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['sha256', TWO_BLOCKS, '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1'],
  ['sha256', 'a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
  ['sha256', '01234567'.repeat(80), '594847328451bdfa85056225462cc1d867d877fb388df0ce35f25ab5562bfbb5'],
  [
    'sha512',
    'abc',
    'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
  ],
  [
    'sha512',
    TWO_LONG_BLOCKS,
    '8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909',
  ],
] as const

/** Lengths around which the padding takes one block more: 64 bytes a block, of SHA-512 128. */
const EDGES = [1, 55, 56, 57, 63, 64, 65, 111, 112, 113, 119, 120, 127, 128, 129, 1023, 1024]

const TEXTS = [
  ['Chinese', '你好，世界'],
  ['Japanese', 'こんにちは世界'],
  ['Korean', '안녕하세요'],
  ['beyond the basic plane', '𠮷野家'],
  ['an emoji', '😀'],
  ['a family of joined emoji', '👩‍👩‍👧‍👦'],
  ['a flag', '🇨🇳'],
  ['Arabic', 'السلام عليكم'],
  ['é in one character', '\u00e9'],
  ['é in two characters', 'e\u0301'],
  ['zero', '\0'],
  ['a byte order mark', '\ufeffabc'],
  ['a line break', 'a\nb'],
  ['a line break of Windows', 'a\r\nb'],
  ['spaces at both ends', ' a '],
  ['the last character there is', '\u{10ffff}'],
] as const

describe('the digests of a text', () => {
  it.each(RFC_1321)('RFC 1321: MD5 of "%s"', (text, expected) => {
    expect(digestText(text).md5).toBe(expected)
  })

  it.each(RFC_6234)('RFC 6234: %s of "%.60s"', (algorithm, text, expected) => {
    expect(digestText(text)[algorithm]).toBe(expected)
  })

  it.each(EDGES)('padding after %i bytes', (length) => {
    expect(digestText('x'.repeat(length))).toEqual(peer('x'.repeat(length)))
  })

  it.each(TEXTS)('UTF-8: %s', (_name, text) => {
    expect(digestText(text)).toEqual(peer(text))
  })

  it('tells the two ways to write é apart', () => {
    expect(digestText('\u00e9').md5).not.toBe(digestText('e\u0301').md5)
  })

  it.each(['\ud83d', '\ude00', 'a\ud83db', '\ude00\ud83d'])('half a surrogate pair counts as U+FFFD: %j', (text) => {
    expect(digestText(text)).toEqual(digestText(text.toWellFormed()))
    expect(digestText(text)).toEqual(peer(Buffer.from(text.toWellFormed())))
  })

  it('agrees with Node on any text', () => {
    const anyText = fc.string({ unit: 'binary', maxLength: 400 })
    fc.assert(
      fc.property(anyText, (text) => {
        expect(digestText(text)).toEqual(peer(text))
      }),
    )
  })
})
