import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'

/** Regular files below a folder (or the file itself), by their path from `root`; hidden ones are work in progress. */
export async function listFiles(root: string, name: string): Promise<string[]> {
  const found = await stat(path.join(root, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!found) return []
  if (found.isFile()) return [name]
  const entries = await readdir(path.join(root, name), { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.split(path.sep).some((part) => part === '.incoming' || part.startsWith('.windlass-')))
    .sort()
}
