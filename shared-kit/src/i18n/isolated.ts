/** Letters that are written from right to left, and the characters that turn the text after them. */
const TURNING =
  /[\u0590-\u08FF\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u
const BEGIN = '\u2068'
const END = '\u2069'
const BEGINS: readonly string[] = ['\u2066', '\u2067', BEGIN]

/** A name for the middle of a sentence: however it is written, it does not turn the words around it. */
export function isolated(text: string): string {
  if (!TURNING.test(text)) return text
  let before = BEGIN
  let open = 0
  for (const letter of text) {
    if (BEGINS.includes(letter)) open += 1
    else if (letter === END && open > 0) open -= 1
    // One that ends nothing would end what is begun here.
    else if (letter === END) before += BEGIN
  }
  return `${before}${text}${END.repeat(open + 1)}`
}
