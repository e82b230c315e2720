import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, readdir, readFile, readlink } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

const READ_AT_ONCE = 1024 * 1024
const MODE_BITS = 0o777

async function contentOf(file: string, size: number): Promise<string> {
  const hash = createHash('sha256')
  if (size <= READ_AT_ONCE) hash.update(await readFile(file))
  else await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** What a folder holds in one hash: names, rights, contents and links, whatever the times. */
export async function treeDigest(root: string): Promise<{ digest: string; files: number }> {
  const hash = createHash('sha256')
  let files = 0
  const walk = async (relative: string): Promise<void> => {
    const entries = await readdir(path.join(root, relative), { withFileTypes: true })
    for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      const inner = path.join(relative, entry.name)
      const file = path.join(root, inner)
      if (entry.isDirectory()) await walk(inner)
      else if (entry.isSymbolicLink()) hash.update(JSON.stringify([inner, 'link', await readlink(file)]))
      else if (entry.isFile()) {
        const { mode, size } = await lstat(file)
        hash.update(JSON.stringify([inner, mode & MODE_BITS, await contentOf(file, size)]))
        files += 1
      }
    }
  }
  await walk('')
  return { digest: hash.digest('hex'), files }
}
