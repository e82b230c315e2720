import type { QrCode } from './encodeQr.ts'

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
const CRC_POLYNOMIAL = 0xedb88320

function crcOf(bytes: Uint8Array): number {
  let crc = -1
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? CRC_POLYNOMIAL : 0)
  }
  return ~crc
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(data.length + 12)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  bytes.set(new TextEncoder().encode(name), 4)
  bytes.set(data, 8)
  view.setInt32(data.length + 8, crcOf(bytes.subarray(4, data.length + 8)))
  return bytes
}

/** One bit for a pixel, white is 1; each line starts with the number of its filter, none. */
function linesOf({ rows }: QrCode, size: number): Uint8Array<ArrayBuffer> {
  const width = 1 + Math.ceil(size / 8)
  const bytes = new Uint8Array(width * size)
  for (let y = 0; y < size; y += 1) {
    const row = rows[Math.floor((y * rows.length) / size)] ?? []
    for (let x = 0; x < size; x += 1) {
      const isDark = row[Math.floor((x * rows.length) / size)]
      const place = y * width + 1 + (x >> 3)
      if (!isDark) bytes[place] = (bytes[place] ?? 0) | (0x80 >> (x & 7))
    }
  }
  return bytes
}

/**
 * The picture as a PNG file of exactly so many pixels, black and white. Written here and not by a canvas, because browsers
 * that guard against fingerprints change what is read from a canvas, and then the picture cannot be scanned.
 */
export async function writePng(code: QrCode, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, size)
  view.setUint32(4, size)
  // One bit, grey; no palette, no interlacing.
  view.setUint8(8, 1)
  // The zlib format is what PNG asks for, and what browsers call deflate.
  const packed = new Blob([linesOf(code, size)]).stream().pipeThrough(new CompressionStream('deflate'))
  const data = new Uint8Array(await new Response(packed).arrayBuffer())
  const parts = [SIGNATURE, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', new Uint8Array())]
  const file = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let place = 0
  for (const part of parts) {
    file.set(part, place)
    place += part.length
  }
  return file
}
