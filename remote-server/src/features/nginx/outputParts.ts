import type { LineMark } from '@windlass/shared-kit/editor'

interface Part {
  key: string
  text: string
  file?: { dir: string; name: string; line: number }
}

const PLACE = / in (\/[^\s:]+):(\d+)/g

/** What nginx said, in pieces: the places `file:line` that it names, and the words between them. */
export function outputParts(text: string): Part[] {
  const parts: Part[] = []
  let from = 0
  for (const match of text.matchAll(PLACE)) {
    const [, file = '', line] = match
    const start = match.index + ' in '.length
    parts.push({ key: `${from}`, text: text.slice(from, start) })
    const at = file.lastIndexOf('/')
    const place = { dir: file.slice(0, at) || '/', name: file.slice(at + 1), line: Number(line) }
    parts.push({ key: `${start} place`, text: `${file}:${line}`, file: place })
    from = match.index + match[0].length
  }
  parts.push({ key: `${from}`, text: text.slice(from) })
  return parts.filter((part) => part.text !== '')
}

const SAYING = /\[[a-z]+\] (?:\d+#\d+: )?(.*) in (\/[^\s:]+):(\d+)$/

/** What nginx said about lines of one file, which may be known by several paths. */
export function lineMarks(text: string, paths: readonly string[]): LineMark[] {
  return text.split('\n').flatMap((words) => {
    const [, said = '', file = '', line] = SAYING.exec(words.trim()) ?? []
    return paths.includes(file) ? [{ line: Number(line), text: said }] : []
  })
}
