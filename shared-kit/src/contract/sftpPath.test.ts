import { expect, it } from 'vitest'
import { bytesOfPath, isRawName, textOfPath } from './sftpPath.ts'

it('writes ordinary names as they are', () => {
  for (const name of ['a b', '中文.txt', '😀', '\ufffd', 'e\u0301', '\ufeffbom']) {
    expect(textOfPath(new TextEncoder().encode(name))).toBe(name)
    expect(bytesOfPath(name)).toEqual(new TextEncoder().encode(name))
  }
})

it('carries bytes that are no UTF-8', () => {
  expect(textOfPath(Uint8Array.of(0x61, 0xff, 0xc3))).toBe('a\uf7ff\uf7c3')
  expect(isRawName('a\uf7ff')).toBe(true)
  expect(isRawName('a')).toBe(false)
})

it('gives every sequence of bytes one text and takes it back', () => {
  const roundTrip = (bytes: Uint8Array) => expect(bytesOfPath(textOfPath(bytes))).toEqual(bytes)
  for (let pair = 0; pair < 0x10000; pair++) roundTrip(Uint8Array.of(pair >> 8, pair & 0xff))
  for (const lead of [0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xf5]) {
    for (let rest = 0; rest < 0x10000; rest += 7) roundTrip(Uint8Array.of(lead, rest >> 8, rest & 0xff, 0x9e, 0x80))
  }
  // What looks like our own escapes must not be mistaken for them.
  for (let code = 0xf770; code < 0xf810; code++) {
    roundTrip(new TextEncoder().encode(`x${String.fromCharCode(code)}y`))
  }
})

it('survives the address of a link', () => {
  const path = textOfPath(Uint8Array.of(0x2f, 0xe4, 0x23, 0x26, 0x0a))
  expect(new URLSearchParams(new URLSearchParams({ path }).toString()).get('path')).toBe(path)
})
