import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeText, encodeText, TEXT_ENCODINGS } from './textEncoding.ts'

describe('the encoding of a text', () => {
  it.each([
    ['UTF-8', Buffer.from('größe 配置\n')],
    ['UTF-8 BOM', Buffer.from('\ufeff配置\r\n')],
    ['UTF-16 LE', Buffer.from('\ufeff配置', 'utf16le')],
    ['GB18030', Buffer.from([0xc5, 0xe4, 0xd6, 0xc3, 0x3d, 0x31])],
    ['Windows-1252', Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x20, 0x31])],
  ])('%s is recognised and kept', (encoding, bytes) => {
    const read = decodeText(bytes)
    expect(read?.encoding).toBe(encoding)
    expect(encodeText(read?.text ?? '', read?.encoding ?? 'UTF-8')).toEqual(bytes)
  })

  it('is none where the bytes are no text', () => {
    expect(decodeText(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1]))).toBeUndefined()
    expect(decodeText(Buffer.from([0xff, 0xfe, 0x41]))).toBeUndefined()
  })

  it('never changes a byte of what it takes for text', () => {
    const isKept = (array: Uint8Array) => {
      const bytes = Buffer.from(array)
      const read = decodeText(bytes)
      return read === undefined || encodeText(read.text, read.encoding).equals(bytes)
    }
    expect(() => fc.assert(fc.property(fc.uint8Array({ maxLength: 64 }), isKept))).not.toThrow()
  })

  it('refuses what it has no characters for, and names it', () => {
    expect(() => encodeText('héllo 配', 'Windows-1252')).toThrow('配')
    for (const encoding of TEXT_ENCODINGS) expect(encodeText('plain', encoding).length).toBeGreaterThan(4)
  })
})
