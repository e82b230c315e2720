import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'

/** Writes a new file and returns when it is on the disk. */
export async function writeDurably(file: string, content: Buffer | string): Promise<void> {
  const handle = await open(file, 'wx')
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Replaces a file in one step: whoever reads it meanwhile gets the old or the new one, never a part. */
export async function writeAtomically(file: string, content: Buffer | string): Promise<void> {
  const aside = path.join(path.dirname(file), `.${path.basename(file)}-${randomUUID()}`)
  try {
    await writeDurably(aside, content)
    await rename(aside, file)
  } finally {
    await rm(aside, { force: true })
  }
  await syncFolder(path.dirname(file))
}

/** Makes renames in a folder survive a power cut. */
export async function syncFolder(dir: string): Promise<void> {
  const handle = await open(dir)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
