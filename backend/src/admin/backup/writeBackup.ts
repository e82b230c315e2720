import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { type FileHandle, link, mkdtemp, open, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import tar from 'tar-stream'
import { refused } from '../../commandLine/commandError.ts'
import type { Output } from '../../commandLine/output.ts'
import { migrationState } from '../../platform/migrate.ts'
import { VERSION } from '../../platform/version.ts'
import type { OpenConsole } from '../openConsole.ts'
import {
  type BackupHead,
  type BackupManifest,
  encodeValue,
  HEAD_NAME,
  KEPT_FILES,
  KEY_CHECK,
  KEY_FILES,
  KEYS_NAME,
  MANIFEST_NAME,
  sealKeys,
} from './backupForm.ts'
import { listFiles } from './listFiles.ts'
import { openSnapshot, type Snapshot } from './snapshot.ts'

const OWNER_ONLY = 0o600

/** What was written. */
export interface WrittenBackup {
  file: string
  size: number
  tables: number
  rows: number
  files: number
  hasKeys: boolean
}

async function* lines(snapshot: Snapshot, table: string, count: (rows: number) => void) {
  let rows = 0
  for await (const row of snapshot.rows(table)) {
    yield `${JSON.stringify(Object.fromEntries(Object.entries(row).map(([name, value]) => [name, encodeValue(value)])))}\n`
    rows++
  }
  count(rows)
}

/** Writes every table beside the backup first: an archive has to know how long each of its pieces is. */
async function writeTables(snapshot: Snapshot, folder: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of snapshot.tables) {
    const count = (rows: number) => {
      counts[table] = rows
    }
    const target = createWriteStream(path.join(folder, table), { mode: OWNER_ONLY })
    await pipeline(Readable.from(lines(snapshot, table, count)), createGzip({ level: 4 }), target)
  }
  return counts
}

const readAll = async (snapshot: Snapshot, folder: string) => {
  const rows = await writeTables(snapshot, folder)
  return { rows, counters: await snapshot.counters() }
}

/** An archive that keeps a list of what it holds. */
function createArchive(file: string) {
  const pack = tar.pack()
  const manifest: BackupManifest = { files: {} }
  const target = createWriteStream(file, { mode: OWNER_ONLY, flags: 'wx', flush: true })
  const written = pipeline(pack, target)
  // Told by `finish`; without a listener the failure would end the process before.
  written.catch(() => undefined)
  const add = async (name: string, size: number, content: AsyncIterable<Buffer>) => {
    const hash = createHash('sha256')
    const entry = pack.entry({ name, size, mode: OWNER_ONLY })
    const hashed = async function* () {
      for await (const chunk of content) {
        hash.update(chunk)
        yield chunk
      }
    }
    await pipeline(hashed, entry)
    manifest.files[name] = { size, sha256: hash.digest('hex') }
  }
  const addBytes = (name: string, bytes: Buffer) =>
    add(name, bytes.length, Readable.from([bytes], { objectMode: true }))
  return {
    addBytes,
    /** As long as it is when it is opened, also if somebody writes on. */
    addFile: async (name: string, source: string) => {
      const handle: FileHandle = await open(source)
      try {
        const { size } = await handle.stat()
        if (size === 0) return await addBytes(name, Buffer.alloc(0))
        await add(name, size, handle.createReadStream({ start: 0, end: size - 1, autoClose: false }))
      } finally {
        await handle.close()
      }
    },
    finish: async () => {
      await addBytes(MANIFEST_NAME, Buffer.from(JSON.stringify(manifest, null, 2)))
      pack.finalize()
      await written
      return manifest
    },
  }
}

async function keysOf({ env }: OpenConsole): Promise<Record<string, string>> {
  const keys: Record<string, string> = {}
  for (const place of KEY_FILES) {
    for (const name of await listFiles(env.DATA_DIR, place))
      keys[name] = await readFile(path.join(env.DATA_DIR, name), 'base64')
  }
  // A key that was given as a variable belongs to it as well.
  if (env.ENCRYPTION_KEY !== '') keys['encryption.key'] = Buffer.from(`${env.ENCRYPTION_KEY}\n`).toString('base64')
  return keys
}

async function headOf(
  opened: OpenConsole,
  rows: BackupHead['rows'],
  counters: BackupHead['counters'],
  hasKeys: boolean,
): Promise<BackupHead> {
  const { applied } = await migrationState(opened.database)
  return {
    format: 1,
    version: VERSION,
    migrations: applied,
    engine: opened.database.engine,
    createTime: new Date().toISOString(),
    keyCheck: opened.secrets.sign(KEY_CHECK.text, KEY_CHECK.purpose),
    ...{ hasKeys, rows, counters },
  }
}

async function fill(opened: OpenConsole, folder: string, output: Output, passphrase: string | undefined) {
  const { env, database } = opened
  const step = output.step('the database')
  const snapshot = await openSnapshot(env, database)
  const { rows, counters } = await readAll(snapshot, folder).finally(() => snapshot.close())
  step.done()
  const archive = createArchive(path.join(folder, 'archive'))
  await archive.addBytes(
    HEAD_NAME,
    Buffer.from(JSON.stringify(await headOf(opened, rows, counters, passphrase !== undefined), null, 2)),
  )
  for (const table of snapshot.tables) await archive.addFile(`tables/${table}.ndjson.gz`, path.join(folder, table))
  if (passphrase !== undefined) await archive.addBytes(KEYS_NAME, sealKeys(await keysOf(opened), passphrase))
  const names = (await Promise.all(KEPT_FILES.map((place) => listFiles(env.DATA_DIR, place)))).flat()
  let files = 0
  for (const name of names) {
    await archive.addFile(`files/${name}`, path.join(env.DATA_DIR, name)).then(
      () => files++,
      (error: NodeJS.ErrnoException) => {
        // Removed since it was listed: the console is running.
        if (error.code !== 'ENOENT') throw error
      },
    )
  }
  await archive.finish()
  return { rows, files }
}

/**
 * Writes everything that cannot be made again into one file, while the console runs.
 * @param passphrase locks the keys, which are left out without it
 */
export async function writeBackup(
  opened: OpenConsole,
  file: string,
  output: Output,
  passphrase?: string,
): Promise<WrittenBackup> {
  const folder = await mkdtemp(`${file}.partial-`).catch((error: NodeJS.ErrnoException) => {
    throw refused('file', `${file} cannot be written (${error.code}): choose another place`)
  })
  try {
    const { rows, files } = await fill(opened, folder, output, passphrase)
    // Whole or not at all, and never over another one.
    await link(path.join(folder, 'archive'), file).catch((error: NodeJS.ErrnoException) => {
      throw refused(
        'exists',
        error.code === 'EEXIST' ? `${file} exists: a backup is never overwritten, choose another name` : error.message,
      )
    })
    const counts = Object.values(rows)
    return {
      ...{ file, files, hasKeys: passphrase !== undefined },
      size: (await stat(file)).size,
      tables: counts.length,
      rows: counts.reduce((sum, count) => sum + count, 0),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
