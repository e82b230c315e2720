import { describe, expect, it } from 'vitest'
import { plainTitle, withCtrl } from './paneState.ts'
import { asksBeforePaste, harmless, linesOf, piecesOf, seenText, unseenIn, withoutUnseen } from './pasteText.ts'

describe('text that is pasted', () => {
  it('loses whatever would press keys or end the paste early', () => {
    expect(harmless('a\u001b[201~\u0003b\r\nc\rd\te\u009b')).toBe('a[201~b\nc\nd\te')
  })

  it.each([
    ['ls', 'lines', false, false],
    ['ls\n', 'lines', false, true],
    ['a\nb', 'lines', true, true],
    ['a\nb', 'runs', true, false],
    ['a\nb', 'runs', false, true],
    ['a\nb', 'never', false, false],
    ['x'.repeat(5001), 'runs', false, true],
    ['ls \u202e#', 'runs', true, true],
    ['ls \u202e#', 'never', false, false],
    ['👩\u200d💻', 'lines', false, false],
  ] as const)('%j with “%s” and bracketed %s asks: %s', (text, question, isBracketed, asks) => {
    expect(asksBeforePaste(text, question, isBracketed)).toBe(asks)
  })

  it('says which characters in it deceive the eye, and can go without them', () => {
    const text = 'rm \u202ezyx\u200b \u202e\u{e0041}👩\u200d💻'
    expect(unseenIn(text)).toEqual(['U+202E', 'U+200B', 'U+E0041'])
    expect(seenText(text)).toBe('rm ⟨U+202E⟩zyx⟨U+200B⟩ ⟨U+202E⟩⟨U+E0041⟩👩\u200d💻')
    expect(withoutUnseen(text)).toBe('rm zyx 👩\u200d💻')
  })

  it('is counted by the lines that would be entered', () => {
    expect(['a', 'a\n', 'a\nb', 'a\nb\n'].map(linesOf)).toEqual([1, 1, 2, 2])
  })

  it('is cut into pieces that old servers take', () => {
    const pieces = piecesOf(new Uint8Array(20_000))
    expect(pieces.map(({ length }) => length)).toEqual([8192, 8192, 3616])
    expect(piecesOf(new Uint8Array())).toEqual([])
  })
})

it('shows a title as the text it is', () => {
  expect(plainTitle('  root@web\u202egpj.exe\u0007\u001b[31m <b>x</b> ')).toBe('root@webgpj.exe[31m <b>x</b>')
  expect(plainTitle('x'.repeat(500))).toHaveLength(120)
})

it('makes a key of Ctrl and a letter, and leaves the rest alone', () => {
  expect(['c', 'C', '[', '1', 'ab', '\u001b[A'].map(withCtrl)).toEqual([
    '\u0003',
    '\u0003',
    '\u001b',
    '1',
    'ab',
    '\u001b[A',
  ])
})
