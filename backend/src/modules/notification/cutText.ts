const MARK = '…'

/** How much room a text takes as UTF-8. */
export const bytesOf = (text: string): number => Buffer.byteLength(text)

/** How much room a text takes inside JSON, without its quotes. */
export const jsonBytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - 2

const FONT_END = '</font>'

/** Room for the colours that a cut leaves open; more than one inside another does not occur. */
const closedMarkup = (text: string): string => {
  const whole = text.lastIndexOf('<') > text.lastIndexOf('>') ? text.slice(0, text.lastIndexOf('<')) : text
  const isOpen = whole.lastIndexOf('<font') > whole.lastIndexOf(FONT_END)
  return `${whole}${MARK}${isOpen ? FONT_END : ''}`
}

/** Cuts a text to a size and says so by "…"; no character and no tag is cut in two. */
export function cutText(text: string, limit: number, sizeOf: (text: string) => number = bytesOf): string {
  if (sizeOf(text) <= limit) return text
  const room = limit - sizeOf(`${MARK}${FONT_END}`)
  let size = 0
  let end = 0
  for (const char of text) {
    size += sizeOf(char)
    if (size > room) break
    end += char.length
  }
  return closedMarkup(text.slice(0, end))
}
