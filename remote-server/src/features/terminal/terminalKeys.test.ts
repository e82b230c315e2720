import { expect, it } from 'vitest'
import { keyAction } from './terminalKeys.ts'

const key = (text: string) => {
  const parts = text.split(' ')
  const code = parts.at(-2) ?? ''
  return {
    code,
    key: parts.at(-1) ?? '',
    ctrlKey: parts.includes('ctrl'),
    shiftKey: parts.includes('shift'),
    altKey: parts.includes('alt'),
    metaKey: parts.includes('meta'),
  }
}

it.each([
  ['ctrl shift KeyC C', 'copy'],
  ['ctrl shift KeyV V', 'paste'],
  ['shift Insert Insert', 'paste'],
  ['ctrl Insert Insert', 'copy'],
  ['meta KeyC c', 'copy'],
  ['ctrl shift KeyF F', 'find'],
  ['ctrl Equal =', 'larger'],
  ['ctrl shift Equal +', 'larger'],
  ['ctrl Minus -', 'smaller'],
  ['ctrl Digit0 0', 'usual'],
  ['alt shift Equal ±', 'right'],
  ['alt shift Minus _', 'down'],
  ['alt shift ArrowLeft ArrowLeft', 'goLeft'],
  ['alt shift Digit3 #', 'tab3'],
  ['alt shift KeyW W', 'close'],
])('%s is %s', (text, action) => expect(keyAction(key(text))).toBe(action))

it.each([
  'ctrl KeyC c',
  'ctrl KeyV v',
  'ctrl KeyK k',
  'ctrl KeyF f',
  'KeyA a',
  'ctrl shift Minus _',
  'alt ArrowLeft ArrowLeft',
  'ctrl alt KeyC c',
])('%s goes to the shell', (text) => expect(keyAction(key(text))).toBeUndefined())
