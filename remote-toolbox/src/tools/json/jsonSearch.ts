import type { Pause } from '../../work/pause.ts'
import type { JsonNodes } from './JsonNodes.ts'

/** What to look for. */
export interface JsonQuery {
  text: string
  isCaseSensitive: boolean
}

const SLICE_BYTES = 256 * 1024
const HITS_BETWEEN_PAUSES = 20_000
const SPECIAL = /[\\^$.*+?()[\]{}|/]/g
const TWO_BYTES = 0x80
const THREE_BYTES = 0x800
const SECOND_HALF = { from: 0xdc00, to: 0xdfff } as const
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
/** One character for each byte, whatever the bytes are. */
const anyBytes = new TextDecoder('latin1')

/** How many bytes UTF-8 needs for a part of a text. */
function bytesOf(text: string, from: number, to: number): number {
  let bytes = to - from
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at)
    // Four bytes for a pair: three are counted with its first half.
    const isSecondHalf = unit >= SECOND_HALF.from && unit <= SECOND_HALF.to
    if (unit >= THREE_BYTES) bytes += isSecondHalf ? 0 : 2
    else if (unit >= TWO_BYTES) bytes += 1
  }
  return bytes
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch (error) {
    // Something in it is no UTF-8: what is, is plain ASCII most of the time and can still be found.
    if (error instanceof TypeError) return anyBytes.decode(bytes)
    throw error
  }
}

/** What matches the text of a query, everywhere in a text. */
export function expressionOf({ text, isCaseSensitive }: JsonQuery): RegExp {
  return new RegExp(text.replace(SPECIAL, String.raw`\$&`), isCaseSensitive ? 'gu' : 'giu')
}

/** Where the line of a node starts: at its key, if it has one. */
const lineStart = (nodes: JsonNodes, node: number) => nodes.keyOf(node)?.from ?? nodes.startOf(node)

/** The node whose key or leaf spans some bytes; undefined for what stands between and for groups. */
function nodeAround(nodes: JsonNodes, from: number, to: number): number | undefined {
  const node = nodes.nodeAt(from)
  if (nodes.sizeOf(node) === 0 && to <= nodes.endOf(node)) return node
  const next = node + 1
  const key = next < nodes.count ? nodes.keyOf(next) : undefined
  return key && from >= key.from && to <= key.to ? next : undefined
}

/** Where a slice that starts with a node ends: before a node, so that no key or value is cut. */
function sliceEnd(nodes: JsonNodes, from: number): number {
  const node = nodes.nodeAt(from + SLICE_BYTES) + 1
  return node < nodes.count ? lineStart(nodes, node) : nodes.length
}

/** All nodes in whose key or value a text occurs, in the order of the document. */
export async function searchJson(nodes: JsonNodes, query: JsonQuery, pause: Pause): Promise<Int32Array> {
  const found: number[] = []
  if (query.text === '') return Int32Array.from(found)
  const expression = expressionOf(query)
  for (let from = 0, to = 0; from < nodes.length; from = to) {
    to = sliceEnd(nodes, from)
    const slice = decode(nodes.bytes.subarray(from, to))
    const isOneByOne = slice.length === to - from
    let [position, at, hits] = [from, 0, 0]
    expression.lastIndex = 0
    for (let hit = expression.exec(slice); hit; hit = expression.exec(slice)) {
      position += isOneByOne ? hit.index - at : bytesOf(slice, at, hit.index)
      at = hit.index
      const length = isOneByOne ? hit[0].length : bytesOf(hit[0], 0, hit[0].length)
      const node = nodeAround(nodes, position, position + length)
      if (node === undefined) expression.lastIndex = hit.index + 1
      else if (node !== found.at(-1)) found.push(node)
      if (++hits % HITS_BETWEEN_PAUSES === 0) await pause()
    }
    await pause()
  }
  return Int32Array.from(found)
}

/** How many of some ascending nodes stand before a node. */
function placeOf(found: Int32Array, node: number): number {
  let [low, high] = [0, found.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((found[middle] ?? 0) < node) low = middle + 1
    else high = middle
  }
  return low
}

/** The place, in ascending nodes, of the next one behind a node or the last one before it; goes round at the ends. */
export function nextPlace(found: Int32Array, node: number, direction: 1 | -1): number {
  const place = direction > 0 ? placeOf(found, node + 1) : placeOf(found, node) - 1
  return (place + found.length) % found.length
}
