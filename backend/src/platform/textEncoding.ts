import { isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'
import { failed } from './errors.ts'

/** How the text of a file is written; the names are those that people know. */
export const TEXT_ENCODINGS = ['UTF-8', 'UTF-8 BOM', 'UTF-16 LE', 'UTF-16 BE', 'GB18030', 'Windows-1252'] as const
export type TextEncoding = (typeof TEXT_ENCODINGS)[number]

const UTF8_BOM = Buffer.from([0xef, 0xbb, 0xbf])
const LE_BOM = Buffer.from([0xff, 0xfe])
const BE_BOM = Buffer.from([0xfe, 0xff])

const CODECS: Readonly<Record<TextEncoding, { name: string; bom: Buffer }>> = {
  'UTF-8': { name: 'utf-8', bom: Buffer.alloc(0) },
  'UTF-8 BOM': { name: 'utf-8', bom: UTF8_BOM },
  'UTF-16 LE': { name: 'utf-16le', bom: LE_BOM },
  'UTF-16 BE': { name: 'utf-16be', bom: BE_BOM },
  GB18030: { name: 'gb18030', bom: Buffer.alloc(0) },
  'Windows-1252': { name: 'windows-1252', bom: Buffer.alloc(0) },
}

const startsWith = (bytes: Buffer, bom: Buffer) => bytes.subarray(0, bom.length).equals(bom)

function guess(bytes: Buffer): TextEncoding | undefined {
  if (startsWith(bytes, UTF8_BOM)) return 'UTF-8 BOM'
  if (startsWith(bytes, LE_BOM)) return 'UTF-16 LE'
  if (startsWith(bytes, BE_BOM)) return 'UTF-16 BE'
  if (bytes.includes(0)) return undefined
  if (isUtf8(bytes)) return 'UTF-8'
  return (['GB18030', 'Windows-1252'] as const).find((encoding) => isLossless(bytes, encoding))
}

const read = (bytes: Buffer, encoding: TextEncoding): string => {
  const { name, bom } = CODECS[encoding]
  return iconv.decode(bytes.subarray(bom.length), name, { stripBOM: false })
}

const write = (text: string, encoding: TextEncoding): Buffer => {
  const { name, bom } = CODECS[encoding]
  return Buffer.concat([bom, iconv.encode(text, name, { addBOM: false })])
}

const isLossless = (bytes: Buffer, encoding: TextEncoding): boolean => {
  const text = read(bytes, encoding)
  return !text.includes('\ufffd') && write(text, encoding).equals(bytes)
}

/** The text of a file and how it is written; undefined when it is no text that could be written back as it was. */
export function decodeText(bytes: Buffer): { text: string; encoding: TextEncoding } | undefined {
  const encoding = guess(bytes)
  return encoding !== undefined && isLossless(bytes, encoding) ? { text: read(bytes, encoding), encoding } : undefined
}

/** Writes a text as a file was written. @throws AppError when that encoding has no such characters */
export function encodeText(text: string, encoding: TextEncoding): Buffer {
  const bytes = write(text, encoding)
  if (read(bytes, encoding) === text) return bytes
  const lost = [...text].find((char) => read(write(char, encoding), encoding) !== char)
  throw failed(
    `the file is written in ${encoding}, which has no ${JSON.stringify(lost ?? '')}; upload it as UTF-8 instead`,
  )
}
