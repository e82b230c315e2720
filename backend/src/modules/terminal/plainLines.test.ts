import { expect, it } from 'vitest'
import { createPlainLines } from './plainLines.ts'

const ESC = '\x1b'

it.each([
  ['plain lines', ['one\r\ntwo\r\n'], ['one', 'two']],
  ['a line that comes in pieces', ['on', 'e\n'], ['on', 'one']],
  ['colours', [`${ESC}[1;31mred${ESC}[0m ${ESC}[38;2;1;2;3mblue${ESC}[m\n`], ['red blue']],
  ['a colour that comes in pieces', ['a', `${ESC}[3`, '1mb\n'], ['a', 'ab']],
  ['titles and links', [`${ESC}]0;title\x07a${ESC}]8;;http://x${ESC}\\link${ESC}]8;;${ESC}\\\n`], ['alink']],
  ['a progress bar', ['10%\r20%\r30%\n'], ['10%', '20%', '30%']],
  ['a corrected word', ['teh\b\bhe\n'], ['the']],
  ['a full screen', [`${ESC}[2J${ESC}[1;1Htop${ESC}[5;1Hbottom`], ['top', 'bottom']],
  ['a lonely escape', [`a${ESC}${ESC}[1mb\n`], ['ab']],
])('%s', (_what, pieces, lines) => {
  const reader = createPlainLines()
  expect(pieces.flatMap((piece) => reader.read(piece))).toEqual(lines)
})
