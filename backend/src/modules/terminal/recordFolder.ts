import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

const DAY_MS = 86_400_000

/** Where the recordings are, each named by its row in the terminal log. */
export interface RecordFolder {
  file(id: number): string
  /** Makes the folder if it is not there. */
  prepare(): Promise<void>
  /** Bytes of a recording; 0 when there is none. */
  size(id: number): Promise<number>
  /** Removes recordings that were last written so many days ago, but none of the ones that are open. */
  removeOld(days: number, open: ReadonlySet<number>): Promise<void>
}

/** @param dataDir the folder below which they are */
export function createRecordFolder(dataDir: string): RecordFolder {
  const folder = path.join(dataDir, 'terminal-log')
  const file = (id: number) => path.join(folder, `${id}.cast`)
  const look = (name: string) =>
    stat(name).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
  return {
    file,
    prepare: async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
    },
    size: async (id) => (await look(file(id)))?.size ?? 0,
    removeOld: async (days, open) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const oldest = Date.now() - days * DAY_MS
      for (const name of await readdir(folder)) {
        const id = Number(/^(\d+)\.cast$/.exec(name)?.[1])
        if (!Number.isInteger(id) || open.has(id)) continue
        const found = await look(path.join(folder, name))
        if (found && found.mtimeMs < oldest) await rm(path.join(folder, name), { force: true })
      }
    },
  }
}
