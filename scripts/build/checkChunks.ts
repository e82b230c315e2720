import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { sizeOf } from '@windlass/backend/artefact/sizeOf'

const KILOBYTE = 1000

/**
 * Holds the named chunks of an area to `windlass.budget.chunks` of its package.json: kilobytes, scripts and styles together,
 * as they travel (brotli). Chunks named there that are not built fail too, so that a budget cannot go stale.
 * @param folders where the build put its files
 */
export function checkChunks(id: string, dir: string, folders: readonly string[]): void {
  const { windlass } = JSON.parse(readFileSync(path.join(dir, 'package.json'), 'utf8')) as {
    windlass?: { budget?: { chunks?: Readonly<Record<string, number>> } }
  }
  const files = folders.flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name)))
  const problems = Object.entries(windlass?.budget?.chunks ?? {}).flatMap(([chunk, kilobytes]) => {
    const own = files.filter((file) => path.basename(file).startsWith(`${chunk}.`) && /\.(css|js)$/.test(file))
    if (own.length === 0) return [`there is no chunk ${chunk}: take it out of windlass.budget.chunks, or name it so`]
    const bytes = own.reduce((sum, file) => sum + weightOf(file), 0)
    if (bytes <= kilobytes * KILOBYTE) return []
    return [
      `the chunk ${chunk} takes ${sizeOf(bytes)}, its budget is ${sizeOf(kilobytes * KILOBYTE)}: load less, or raise it`,
    ]
  })
  if (problems.length > 0) throw new Error(problems.map((problem) => `remote-${id}: ${problem}`).join('\n'))
}

/** Small files are not compressed. */
function weightOf(file: string): number {
  const compressed = `${file}.br`
  return statSync(existsSync(compressed) ? compressed : file).size
}
