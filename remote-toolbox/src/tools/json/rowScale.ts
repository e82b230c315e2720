/**
 * Browsers cannot lay out much more than some ten million pixels, which is less than the lines of a long document need.
 * Beyond this height the scroll bar stands for more than it is long.
 */
const LARGEST_PX = 8_000_000
/** At both ends a pixel of the scroll bar is a pixel of the document, so that every end can be reached exactly. */
const EDGE_PX = 100_000

/** How positions of a scroll bar and of the document belong together. All are distances that can be scrolled. */
export interface RowScale {
  /** Height of what is scrolled, for the browser. */
  height: number
  /** Whether both are the same. */
  isExact: boolean
  /** How far the document can be scrolled. */
  range: number
  toDocument(scrolled: number): number
  toScrolled(top: number): number
}

/** The scale for a document of some height that is seen through a window of some height. */
export function makeRowScale(documentPx: number, windowPx: number): RowScale {
  const height = Math.min(documentPx, LARGEST_PX)
  const range = Math.max(0, documentPx - windowPx)
  const scrollRange = Math.max(0, height - windowPx)
  if (range === scrollRange) {
    return { height, isExact: true, range, toDocument: (scrolled) => scrolled, toScrolled: (top) => top }
  }
  const slope = (range - 2 * EDGE_PX) / (scrollRange - 2 * EDGE_PX)
  /** The same line in both directions: straight at the ends, steep between. */
  const convert = (value: number, from: number, to: number, steep: number) => {
    if (value <= EDGE_PX) return Math.max(0, value)
    if (value >= from - EDGE_PX) return to - Math.max(0, from - value)
    return EDGE_PX + (value - EDGE_PX) * steep
  }
  return {
    height,
    isExact: false,
    range,
    toDocument: (scrolled) => Math.round(convert(scrolled, scrollRange, range, slope)),
    toScrolled: (top) => Math.round(convert(top, range, scrollRange, 1 / slope)),
  }
}
