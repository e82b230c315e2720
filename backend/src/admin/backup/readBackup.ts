import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import tar from 'tar-stream'
import { CommandError, misused, refused } from '../../commandLine/commandError.ts'
import { type BackupHead, type BackupManifest, HEAD_NAME, isBackupName, MANIFEST_NAME } from './backupForm.ts'

const damaged = (what: string) =>
  refused('damaged', `the backup is damaged: ${what}. Nothing was changed; use another one`)

type Seen = Map<string, { size: number; sha256: string }>

async function unpack(file: string, folder: string): Promise<Seen> {
  const seen: Seen = new Map()
  const extract = tar.extract()
  const unpacked = pipeline(createReadStream(file), extract)
  unpacked.catch(() => undefined)
  for await (const entry of extract) {
    const { name } = entry.header
    if (!isBackupName(name) || entry.header.type !== 'file')
      throw refused('form', `${file} is no backup of a console: it holds ${JSON.stringify(name)}`)
    const place = path.join(folder, name)
    await mkdir(path.dirname(place), { recursive: true, mode: 0o700 })
    const hash = createHash('sha256')
    let size = 0
    const hashed = async function* () {
      for await (const chunk of entry) {
        hash.update(chunk as Buffer)
        size += (chunk as Buffer).length
        yield chunk
      }
    }
    await pipeline(hashed, createWriteStream(place, { mode: 0o600, flags: 'wx' }))
    seen.set(name, { size, sha256: hash.digest('hex') })
  }
  await unpacked
  return seen
}

function compare(seen: Seen, { files }: BackupManifest): void {
  for (const [name, expected] of Object.entries(files)) {
    const found = seen.get(name)
    if (!found) throw damaged(`${name} is missing`)
    if (found.size !== expected.size || found.sha256 !== expected.sha256)
      throw damaged(`${name} is not what was written`)
  }
  for (const name of seen.keys())
    if (name !== MANIFEST_NAME && !(name in files)) throw damaged(`${name} is not in its list`)
}

/**
 * Unpacks a backup into an empty folder and compares every byte with its list.
 * @throws CommandError when it is none, was cut off, or is not what was written
 */
export async function readBackup(file: string, folder: string): Promise<BackupHead> {
  const seen = await unpack(file, folder).catch((error: unknown) => {
    if (error instanceof CommandError) throw error
    // What the system refused, a full disk for example, says nothing about the backup.
    const { code, syscall } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw misused(`${file} cannot be read: there is no such file`)
    if (syscall !== undefined) throw error
    throw damaged('it cannot be read to its end')
  })
  if (!seen.has(HEAD_NAME)) throw refused('form', `${file} is no backup of a console`)
  if (!seen.has(MANIFEST_NAME)) throw damaged('it was cut off')
  compare(seen, JSON.parse(await readFile(path.join(folder, MANIFEST_NAME), 'utf8')) as BackupManifest)
  return JSON.parse(await readFile(path.join(folder, HEAD_NAME), 'utf8')) as BackupHead
}
