import { describe, expect, it } from 'vitest'
import { needsTls } from './mailNotice.ts'

describe('a mail server', () => {
  it.each([
    ['smtp://windlass:secret@mail.example.com:587', true],
    ['smtp://windlass:secret@10.0.0.25', true],
    ['smtp://windlass:secret@127.0.0.1:2525', false],
    ['smtp://windlass:secret@[::1]:2525', false],
    ['smtp://mail.example.com:25', false],
  ])('with a password is spoken to over TLS only, but on the same machine: %s', (url, isNeeded) => {
    expect(needsTls(url)).toBe(isNeeded)
  })
})
