/** A word of a configuration as it means; where it stands is where it is written, quotes included. */
export interface Word {
  text: string
  start: number
  end: number
}

/** One directive; `children` when it opens a block. */
interface Directive {
  words: Word[]
  line: number
  children?: Directive[]
}

const SPACE = /\s/
/** Blocks in another language, whose quotes and comments are not nginx's. */
const FOREIGN_BLOCK = /_by_lua_block$|^js_|^perl$/

const ESCAPES: Readonly<Record<string, string>> = { t: '\t', r: '\r', n: '\n' }
/** What a backslash takes its meaning from; before anything else it stays. */
const ESCAPED = /["'\\ ]/

/** Reads one word as nginx does; stops before what ends it. */
function readWord(text: string, start: number): Word {
  const first = text.charAt(start)
  const quote = first === '"' || first === "'" ? first : ''
  let at = quote === '' ? start : start + 1
  let word = ''
  for (; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === '\\' && at + 1 < text.length) {
      const next = text.charAt(++at)
      word += ESCAPES[next] ?? (ESCAPED.test(next) ? next : `\\${next}`)
    } else if (quote !== '') {
      if (char === quote) return { text: word, start, end: at + 1 }
      word += char
    } else if (char === '$' && text.charAt(at + 1) === '{') {
      // The brace belongs to the name of a variable.
      word += '${'
      at++
    } else if (char === ';' || char === '{' || SPACE.test(char)) {
      break
    } else {
      word += char
    }
  }
  return { text: word, start, end: at }
}

/** The place after the brace that closes a block of another language. */
function skipForeign(text: string, start: number): number {
  let depth = 1
  for (let at = start; at < text.length; at++) {
    const char = text.charAt(at)
    if (text.startsWith('--', at)) {
      const end = text.indexOf('\n', at)
      if (end < 0) return text.length
      at = end
    } else if (char === '"' || char === "'") {
      while (++at < text.length && text.charAt(at) !== char) if (text.charAt(at) === '\\') at++
    } else if (char === '{') depth++
    else if (char === '}' && --depth === 0) return at + 1
  }
  return text.length
}

/** Reads a configuration into its directives. What nginx would refuse is read as far as it makes sense. */
function readNginxText(text: string): Directive[] {
  const top: Directive[] = []
  const open: Directive[][] = [top]
  let words: Word[] = []
  let line = 1
  let startLine = 1
  const linesOf = (from: number, to: number) => text.slice(from, to).split('\n').length - 1
  const finish = (children?: Directive[]) => {
    if (words.length > 0) open.at(-1)?.push({ words, line: startLine, ...(children && { children }) })
    words = []
  }
  for (let at = 0; at < text.length; ) {
    const char = text.charAt(at)
    let next = at + 1
    if (char === '#') {
      const end = text.indexOf('\n', at)
      next = end < 0 ? text.length : end
    } else if (char === ';') finish()
    else if (char === '{') {
      const isForeign = FOREIGN_BLOCK.test(words[0]?.text ?? '')
      const children: Directive[] = []
      finish(children)
      if (isForeign) next = skipForeign(text, at + 1)
      else open.push(children)
    } else if (char === '}') {
      finish()
      if (open.length > 1) open.pop()
    } else if (!SPACE.test(char)) {
      const word = readWord(text, at)
      if (words.length === 0) startLine = line
      words.push(word)
      next = Math.max(word.end, at + 1)
    }
    line += linesOf(at, next)
    at = next
  }
  return top
}

/** Every directive, those of blocks too, with the blocks around it, the innermost last. */
function* everyDirective(
  list: readonly Directive[],
  around: readonly Directive[] = [],
): Generator<{ directive: Directive; around: readonly Directive[] }> {
  for (const directive of list) {
    yield { directive, around }
    if (directive.children) yield* everyDirective(directive.children, [...around, directive])
  }
}

/** What a text includes, as it is written. */
export function includesOf(text: string): { word: Word; line: number }[] {
  return [...everyDirective(readNginxText(text))].flatMap(({ directive: { words, line } }) => {
    const [name, word] = words
    return name?.text.toLowerCase() === 'include' && word && words.length === 2 ? [{ word, line }] : []
  })
}

const LOGS: Readonly<Record<string, 'access' | 'error'>> = { access_log: 'access', error_log: 'error' }
/** No files, or files whose names differ from request to request. */
const NO_FILE = /^(off|stderr|syslog:.*|memory:.*)$|\$|\|/

/** The log files that a text names, as written. */
export function logsOf(text: string): { path: string; kind: 'access' | 'error'; site: string }[] {
  return [...everyDirective(readNginxText(text))].flatMap(({ directive, around }) => {
    const [name, word] = directive.words
    const kind = LOGS[name?.text ?? '']
    if (!kind || !word || NO_FILE.test(word.text)) return []
    const server = around.findLast(({ words }) => words[0]?.text === 'server')
    const names = server?.children?.find(({ words }) => words[0]?.text === 'server_name')
    const site = (names?.words ?? []).slice(1).map(({ text: each }) => each)
    return [{ path: word.text, kind, site: site.join(' ') }]
  })
}

const wordsOf = (directive: Directive | undefined, name: string): string[][] =>
  (directive?.children ?? [])
    .filter(({ words }) => words[0]?.text === name)
    .map(({ words }) => words.slice(1).map(({ text }) => text))

/** The places of a text where connections are counted: their paths, and where their servers listen. */
export function stubStatusOf(text: string): { path: string; listen: string[][]; names: string[] }[] {
  return [...everyDirective(readNginxText(text))].flatMap(({ directive, around }) => {
    const server = around.findLast(({ words }) => words[0]?.text === 'server')
    const location = around.at(-1)?.words.map((word) => word.text) ?? []
    const isPlace = location[0] === 'location' && !location.some((word) => word === '~' || word === '~*')
    if (directive.words[0]?.text !== 'stub_status' || !server || !isPlace) return []
    return [
      { path: location.at(-1) ?? '', listen: wordsOf(server, 'listen'), names: wordsOf(server, 'server_name').flat() },
    ]
  })
}

const PLAIN = /^[^\s;{}"'\\#$]+$/
const written = (text: string) => (PLAIN.test(text) ? text : `"${text.replaceAll(/["\\]/g, '\\$&')}"`)

/** The text with other paths behind its includes; every line stays where it is. */
export function withIncludes(text: string, change: (path: string) => string): string {
  let result = ''
  let from = 0
  for (const { word } of includesOf(text)) {
    const changed = change(word.text)
    if (changed === word.text) continue
    result += text.slice(from, word.start) + written(changed)
    from = word.end
  }
  return result + text.slice(from)
}
