import { expect, it } from 'vitest'
import { ansiLines, plainLine } from './ansiLines.ts'

it('shows colours and weights, over the end of a line too', () => {
  expect(ansiLines('a\u001b[1;31mb\nc\u001b[0md\n')).toEqual([
    [
      { text: 'a', look: '' },
      { text: 'b', look: 'run-ansi-bold run-ansi-front1' },
    ],
    [
      { text: 'c', look: 'run-ansi-bold run-ansi-front1' },
      { text: 'd', look: '' },
    ],
  ])
  expect(ansiLines('\u001b[38;5;196mx\u001b[38;2;1;2;999my\u001b[94;48;5;1mz')).toEqual([
    [
      { text: 'x', look: '', colour: 'rgb(255 0 0)' },
      { text: 'y', look: '', colour: 'rgb(1 2 255)' },
      { text: 'z', look: 'run-ansi-front12 run-ansi-back1' },
    ],
  ])
})

it.each([
  ['a title', '\u001b]0;evil\u0007x', 'x'],
  ['the clipboard', '\u001b]52;c;ZXZpbA==\u001b\\x', 'x'],
  ['a link', '\u001b]8;;http://evil.example\u001b\\x\u001b]8;;\u001b\\', 'x'],
  ['the cursor', '\u001b[2J\u001b[10;10Hx\u001b7\u001b(B\u001bc', 'x'],
  ['an end in the middle', 'x\u001b[', 'x'],
  ['a bell and a backspace', 'x\u0007\b', 'x��'],
  ['a progress bar', '10%\r50%\rdone\r', 'done'],
])('leaves out what asks for %s', (_what, output, shown) => {
  expect(ansiLines(output).map(plainLine)).toEqual([shown])
})

it('is not held up by a megabyte of sequences that never end', () => {
  // Whatever begins anew at each of them would not end within the time of a test.
  expect(ansiLines('\u001b]0;'.repeat(100_000))).toEqual([])
  expect(ansiLines('\u001b['.repeat(100_000))).toEqual([])
})
