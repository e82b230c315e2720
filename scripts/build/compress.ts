import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const MIN_BYTES = 512
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Writes `.br` and `.gz` beside every text file, so that the server never compresses the same bytes twice. */
export async function compressFolder(dir: string): Promise<void> {
  const names = readdirSync(dir).filter((name) => /\.(js|mjs|css|json|svg|html)$/.test(name))
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(dir, name)
      if (statSync(file).size < MIN_BYTES) return
      const content = readFileSync(file)
      const [small, compatible] = await Promise.all([
        brotli(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
        zip(content, { level: constants.Z_BEST_COMPRESSION }),
      ])
      writeFileSync(`${file}.br`, small)
      writeFileSync(`${file}.gz`, compatible)
    }),
  )
}
