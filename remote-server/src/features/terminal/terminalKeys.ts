/** What a key does that does not go to the shell. */
export type KeyAction =
  | 'copy'
  | 'paste'
  | 'find'
  | 'larger'
  | 'smaller'
  | 'usual'
  | 'right'
  | 'down'
  | 'goLeft'
  | 'goRight'
  | 'goUp'
  | 'goDown'
  | 'close'
  | 'new'
  | 'keys'
  | `tab${number}`

type Key = Pick<KeyboardEvent, 'code' | 'key' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'metaKey'>

/** Alt+Shift with the place of a key, because Alt changes what it writes. */
const ALT_SHIFT: Readonly<Record<string, KeyAction>> = {
  ArrowLeft: 'goLeft',
  ArrowRight: 'goRight',
  ArrowUp: 'goUp',
  ArrowDown: 'goDown',
  Equal: 'right',
  NumpadAdd: 'right',
  Minus: 'down',
  NumpadSubtract: 'down',
  KeyW: 'close',
  KeyN: 'new',
  KeyK: 'keys',
}
const CTRL_SHIFT: Readonly<Record<string, KeyAction>> = { KeyC: 'copy', KeyV: 'paste', KeyF: 'find' }
const ZOOM: Readonly<Record<string, KeyAction>> = { '+': 'larger', '=': 'larger', '-': 'smaller', '0': 'usual' }
const CMD: Readonly<Record<string, KeyAction>> = { c: 'copy', v: 'paste', f: 'find' }

/** What a key does on this page; undefined for what the shell gets. */
export function keyAction(key: Key): KeyAction | undefined {
  const { code, ctrlKey, shiftKey, altKey, metaKey } = key
  if (altKey && shiftKey && !ctrlKey && !metaKey) {
    const digit = /^Digit([1-9])$/.exec(code)?.[1]
    return digit ? `tab${Number(digit)}` : ALT_SHIFT[code]
  }
  if (altKey || ctrlKey === metaKey) return shiftKey && code === 'Insert' ? 'paste' : undefined
  if (ctrlKey && code === 'Insert') return 'copy'
  if (ctrlKey && shiftKey && CTRL_SHIFT[code]) return CTRL_SHIFT[code]
  if (metaKey && !shiftKey && CMD[key.key]) return CMD[key.key]
  // With Shift, Ctrl and minus is a key of shells and editors.
  return shiftKey && key.key !== '+' ? undefined : ZOOM[key.key]
}
