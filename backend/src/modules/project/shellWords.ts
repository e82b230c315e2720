/**
 * Splits a line into words as a shell would, without running anything: blanks separate, quotes group, a backslash
 * outside quotes takes the next character as it is.
 * @returns undefined when a quote stays open or a backslash ends the line
 */
export function shellWords(line: string): string[] | undefined {
  const words: string[] = []
  let word: string | undefined
  let quote = ''
  for (let at = 0; at < line.length; at++) {
    const char = line.charAt(at)
    if (quote !== '') {
      if (char === quote) quote = ''
      else word = (word ?? '') + char
    } else if (char === '"' || char === "'") {
      quote = char
      word ??= ''
    } else if (char === '\\') {
      if (++at >= line.length) return undefined
      word = (word ?? '') + line.charAt(at)
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else word = (word ?? '') + char
  }
  if (quote !== '') return undefined
  if (word !== undefined) words.push(word)
  return words
}
