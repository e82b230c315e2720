import { NotifyType } from '@windlass/shared-kit/contract'

/** Neither shown nor harmless: they move the cursor, hide text or turn its direction round. */
const INVISIBLE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g
const LINE_BREAK = /\r\n?|\u2028|\u2029|\u0085/g

/**
 * Look-alikes of the signs that make structure. The chat programs agree neither on what a backslash nor on what an
 * entity does, but none of them takes these for markup.
 */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  '<': '＜',
  '>': '＞',
  '[': '［',
  ']': '］',
  '*': '∗',
  '`': 'ˋ',
  '\\': '＼',
  '~': '～',
}
const MARKUP = /[<>[\]*`]|\\(?=[^\w\s]|$)|~(?=~)|(?<=~)~/g
const ENTITY = /&(?=#?\w+;)/g
/** A name such as `user_id` keeps its underscores: they mark nothing inside a word. */
const EMPHASIS = /(?<!\w)_|_(?!\w)/g
const LINE_START = /^(\s*)(#+|[-=]{2,})/gm

const wide = (text: string): string =>
  [...text].map((char) => String.fromCodePoint((char.codePointAt(0) ?? 0) + 0xfee0)).join('')

const withoutMarkup = (text: string): string =>
  text
    .replace(MARKUP, (sign) => LOOK_ALIKES[sign] ?? sign)
    .replace(ENTITY, '＆')
    .replace(EMPHASIS, '＿')
    .replace(LINE_START, (_all, space: string, signs: string) => `${space}${wide(signs)}`)

/** Without anything that cannot be seen; every kind of line break becomes "\n". */
export const visibleText = (text: string): string => text.replace(LINE_BREAK, '\n').replace(INVISIBLE, '')

/**
 * Makes a value safe to stand inside a notice of a channel: it marks nothing up, mentions nobody, links nowhere, and
 * lines after its first are quoted, so that none of them can pass for a line of the notice.
 */
export const escaperOf =
  (type: number): ((text: string) => string) =>
  (text) => {
    const visible = visibleText(text).trimEnd()
    const safe = type === NotifyType.EMail ? visible : withoutMarkup(visible)
    return safe.replaceAll('\n', '\n> ')
  }

/** The same for a title, which has one line. */
export const titleEscaperOf = (type: number): ((text: string) => string) => {
  const escape = escaperOf(type)
  return (text) => escape(visibleText(text).replace(/\s*\n\s*/g, ' '))
}
