/**
 * Sentences of the console, each in English and in Chinese. `{why}` stands for another sentence, `{what}` for one or for
 * the words of a program, `{said}` for words of a program over any number of lines, `{part}` for a sentence that is no list,
 * `{code}` and other numbers for digits, every other name for a value.
 */
export type Sentences = readonly (readonly [english: string, chinese: string])[]

type Translate = (text: string, depth: number) => string | undefined

/** Longer ones are what programs said. */
const SENTENCE_LENGTH = 1000
const TEXT_LENGTH = 10_000
/** A list of more parts than this is none of ours. */
const PARTS = 16
const DEPTH = 8
const SENTENCE_NAMES: ReadonlySet<string> = new Set(['why', 'what', 'part'])
const PLACE = /\{(\w+)\}/g
const SIGNS = /[\\^$.*+?()[\]{}|]/g

const NUMBER = '(-?\\d+)'
/** None of the signs that join sentences is in a value, or it would swallow the next one. */
const VALUE = '((?:(?!: |; )[^\\n])+?)'
const NAME = '((?:(?!: |; |, )[^\\n])+?)'
const PATTERNS: Readonly<Record<string, string>> = {
  ...{ why: '([^\\n]+)', what: '([^]+)', said: '([^]*)' },
  ...{ path: NAME, place: NAME },
  ...{ code: NUMBER, seconds: NUMBER, days: NUMBER, count: NUMBER, minutes: NUMBER },
}

interface Known {
  pattern: RegExp
  names: readonly string[]
  chinese: string
}

function knownOf([english, chinese]: Sentences[number]): Known {
  const names = [...english.matchAll(PLACE)].map(([, name = '']) => name)
  const pieces = english.split(PLACE)
  const seen = new Map<string, number>()
  const source = pieces.map((piece, index) => {
    if (index % 2 === 0) return piece.replace(SIGNS, '\\$&')
    const before = seen.get(piece)
    seen.set(piece, before ?? seen.size + 1)
    return before === undefined ? (PATTERNS[piece] ?? VALUE) : `\\${before}`
  })
  return { pattern: new RegExp(`^${source.join('')}$`), names: [...new Set(names)], chinese }
}

/** Reads a text by the sentences that are known. */
function createReader(known: readonly Known[]): (text: string) => string | undefined {
  /** One sentence from front to back; undefined when it is none of ours. */
  const whole: Translate = (text, depth) => {
    if (text.length > SENTENCE_LENGTH || depth > DEPTH) return undefined
    for (const { pattern, names, chinese } of known) {
      const found = pattern.exec(text)
      if (!found) continue
      const values = new Map(names.map((name, index) => [name, found[index + 1] ?? '']))
      for (const [name, inner] of values) {
        if (SENTENCE_NAMES.has(name)) values.set(name, read(inner, depth + 1) ?? (name === 'why' ? '' : inner))
      }
      if (values.get('why') === '') continue
      return chinese.replace(PLACE, (_all, place: string) => values.get(place) ?? '')
    }
    return undefined
  }

  /** Sentences one after another, as the end of a deploy tells of several servers: the longest that is known first. */
  const list = (text: string, depth: number, [separator, joint]: readonly [string, string]): string | undefined => {
    const parts = text.split(separator)
    if (parts.length < 2 || parts.length > PARTS) return undefined
    const said: string[] = []
    let isKnown = false
    for (let from = 0; from < parts.length; ) {
      let end = parts.length
      let found: string | undefined
      for (; end > from && found === undefined; end--) {
        const part = parts.slice(from, end).join(separator)
        // The whole of it was tried already.
        if (part !== text) found = whole(part, depth) ?? (end === from + 1 ? inner(part, depth) : undefined)
      }
      // What another sentence goes on with begins with one of ours, or with the words of a program up to its end.
      if (depth > 0 && from === 0 && found === undefined) return undefined
      isKnown ||= found !== undefined
      said.push(found ?? parts[from] ?? '')
      from = found === undefined ? from + 1 : end + 1
    }
    return isKnown ? said.join(joint) : undefined
  }
  const inner: Translate = (text, depth) => list(text, depth, [', ', '，'])

  // The same words are met again and again on the way down.
  let answers = new Map<string, string | undefined>()
  const read: Translate = (text, depth) => {
    if (text.length > TEXT_LENGTH || depth > DEPTH) return undefined
    if (!answers.has(text)) answers.set(text, readAnew(text, depth))
    return answers.get(text)
  }
  const readAnew: Translate = (text, depth) => {
    const found = whole(text, depth)
    if (found !== undefined) return found
    const end = text.indexOf('\n')
    if (end === -1) return list(text, depth, ['; ', '；']) ?? inner(text, depth)
    // What a program said follows in lines of its own.
    const first = read(text.slice(0, end), depth)
    return first === undefined ? undefined : `${first}${text.slice(end)}`
  }
  return (text) => {
    answers = new Map()
    return read(text, 0)
  }
}

/** Creates what says our sentences in Chinese; the words of programs, and what nobody here has written, stay as they are. */
export function createTranslator(...tables: readonly Sentences[]): (text: string) => string {
  const read = createReader(tables.flat().map(knownOf))
  return (text) => read(text) ?? text
}
