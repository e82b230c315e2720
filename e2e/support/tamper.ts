import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const PACKERS = { '.br': brotliCompressSync, '.gz': gzipSync } as const

/** Adds code to a script as somebody with access to the disk would: also to the copies that are sent compressed. */
export function addCode(file: string, code: string): void {
  appendFileSync(file, `\n;${code}\n`)
  for (const [ending, pack] of Object.entries(PACKERS)) {
    if (existsSync(file + ending)) writeFileSync(file + ending, pack(readFileSync(file)))
  }
}
