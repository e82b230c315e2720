import { expect, it } from 'vitest'
import { markedLines } from './markedLines.ts'

it('reads headings, quotes, colours over the ends of lines, and links', () => {
  expect(
    markedLines('# Shop\n> State: <font color="warning">failed\nbadly</font> [Open](https://c.example/#/d/7)!'),
  ).toEqual([
    { kind: 'heading', parts: [{ color: '', words: 'Shop' }] },
    {
      kind: 'quote',
      parts: [
        { color: '', words: 'State: ' },
        { color: 'warning', words: 'failed' },
      ],
    },
    {
      kind: 'plain',
      parts: [
        { color: 'warning', words: 'badly' },
        { color: '', words: ' ' },
        { color: '', words: 'Open', href: 'https://c.example/#/d/7' },
        { color: '', words: '!' },
      ],
    },
  ])
})

it.each(['[x](javascript:alert(1))', '[not a link] (https://a.example)', '[](https://a.example)'])(
  'takes %s for words',
  (text) => {
    expect(markedLines(text)).toEqual([{ kind: 'plain', parts: [{ color: '', words: text }] }])
  },
)
