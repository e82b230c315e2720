import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { refused } from '../../commandLine/commandError.ts'
import type { Output } from '../../commandLine/output.ts'
import type { Env } from '../../env.ts'
import { openDatabase } from '../../platform/db.ts'
import { migrate, migrationNames, migrationState } from '../../platform/migrate.ts'
import { openSecrets } from '../../platform/secrets.ts'
import { VERSION } from '../../platform/version.ts'
import { openAny, sqliteFile } from '../openConsole.ts'
import { type BackupHead, KEPT_FILES, KEY_CHECK, KEY_FILES, KEYS_NAME, openKeys } from './backupForm.ts'
import { loadTables } from './loadTables.ts'
import { occupySqlite, requireIdlePostgres } from './occupation.ts'
import { readBackup } from './readBackup.ts'

const OWNER_ONLY = { mode: 0o600 } as const
const SQLITE = ['windlass.sqlite', 'windlass.sqlite-wal', 'windlass.sqlite-shm'] as const

/** How a backup is restored. */
export interface RestoreOrder {
  env: Env
  file: string
  output: Output
  /** A console that is there may be replaced. */
  replace: boolean
  /** Asked once everything is known to be whole. */
  confirm(question: string): Promise<void>
  passphrase(): Promise<string>
}

/** What was restored. */
export interface Restored {
  head: BackupHead
  /** Where what was replaced is kept; "" when nothing was. */
  before: string
}

async function requireThisVersion({ migrations, version }: BackupHead): Promise<void> {
  const known = await migrationNames()
  if (known.join() === migrations.join()) return
  const [theirs, ours] = [migrations.at(-1) ?? 'none', known.at(-1) ?? 'none']
  throw refused(
    'version',
    `the backup is of version ${version} (${theirs}), this is version ${VERSION} (${ours}): restore it with its own version, and update that afterwards`,
  )
}

/** Puts the keys of the backup into a folder, or proves that those that are there fit. */
async function prepareKeys(order: RestoreOrder, head: BackupHead, staged: string): Promise<void> {
  const { env } = order
  const target = path.join(staged, 'new')
  if (head.hasKeys) {
    const keys = openKeys(await readFile(path.join(staged, 'backup', KEYS_NAME)), await order.passphrase())
    for (const [name, content] of Object.entries(keys)) {
      const place = path.join(target, name)
      if (path.relative(target, place).startsWith('..'))
        throw refused('form', `the backup holds a key outside of its place: ${name}`)
      await mkdir(path.dirname(place), { recursive: true, mode: 0o700 })
      await writeFile(place, Buffer.from(content, 'base64'), OWNER_ONLY)
    }
  } else if (env.ENCRYPTION_KEY === '' && !existsSync(path.join(env.DATA_DIR, 'encryption.key'))) {
    throw refused(
      'key',
      `the backup holds no keys: put encryption.key of the console it was made from into ${env.DATA_DIR}, or set ENCRYPTION_KEY, then try again`,
    )
  }
  const secrets = openSecrets({ ...env, DATA_DIR: head.hasKeys ? target : env.DATA_DIR })
  if (secrets.sign(KEY_CHECK.text, KEY_CHECK.purpose) !== head.keyCheck) {
    throw refused(
      'key',
      'the backup was made with another ENCRYPTION_KEY: its secrets could not be read. Set the one it was made with; nothing was changed',
    )
  }
}

/** Moves aside what is there, and puts the new in its place. */
async function exchange(env: Env, staged: string, names: readonly string[]): Promise<string> {
  const there = names.filter((name) => existsSync(path.join(env.DATA_DIR, name)))
  const before =
    there.length === 0 ? '' : path.join(env.DATA_DIR, `before-restore-${new Date().toISOString().replaceAll(':', '-')}`)
  if (before !== '') await mkdir(before, { mode: 0o700 })
  for (const name of there) await rename(path.join(env.DATA_DIR, name), path.join(before, name))
  for (const name of names) {
    const ready = path.join(staged, 'new', name)
    if (existsSync(ready)) await rename(ready, path.join(env.DATA_DIR, name))
  }
  return before
}

/** The embedded database is made anew beside the old one, and takes its place when it is whole. */
async function restoreSqlite(order: RestoreOrder, head: BackupHead, staged: string, names: string[]): Promise<string> {
  const { env } = order
  const occupation = occupySqlite(env)
  try {
    const database = openDatabase({ DATABASE_URL: '', DATA_DIR: path.join(staged, 'new') })
    try {
      await migrate(database)
      await loadTables(database, path.join(staged, 'backup'), head)
    } finally {
      await database.close()
    }
    return await exchange(env, staged, [...SQLITE, ...names])
  } finally {
    occupation.end()
  }
}

async function restorePostgres(
  order: RestoreOrder,
  head: BackupHead,
  staged: string,
  names: string[],
): Promise<string> {
  const database = await openAny(order.env)
  try {
    await requireIdlePostgres(database)
    await migrate(database)
    await loadTables(database, path.join(staged, 'backup'), head)
    return await exchange(order.env, staged, names)
  } finally {
    await database.close()
  }
}

async function isOccupied(env: Env): Promise<boolean> {
  if (env.DATABASE_URL === '') return existsSync(sqliteFile(env))
  const database = await openAny(env)
  return migrationState(database)
    .then(({ applied }) => applied.length > 0)
    .finally(() => database.close())
}

async function requirePlace({ env, replace, confirm }: RestoreOrder, head: BackupHead): Promise<void> {
  const where = env.DATABASE_URL === '' ? env.DATA_DIR : `the database of DATABASE_URL and ${env.DATA_DIR}`
  if (!(await isOccupied(env))) return
  if (!replace) throw refused('occupied', `there is a console in ${where} already: give an empty place, or --replace`)
  await confirm(`Replace the console in ${where} by the backup of ${head.createTime}?`)
}

/**
 * Restores a backup after every byte of it was checked. What was there is kept aside, as far as it is files.
 * @throws CommandError when it is of another version, of another key, or a console is running there
 */
export async function restoreBackup(order: RestoreOrder): Promise<Restored> {
  const { env, file, output } = order
  await mkdir(env.DATA_DIR, { recursive: true, mode: 0o700 })
  const staged = await mkdtemp(path.join(env.DATA_DIR, '.restore-'))
  try {
    await mkdir(path.join(staged, 'new'), { mode: 0o700 })
    const step = output.step('checking the backup')
    const head = await readBackup(file, path.join(staged, 'backup'))
    await requireThisVersion(head)
    step.done()
    await requirePlace(order, head)
    await prepareKeys(order, head, staged)
    const filesFolder = path.join(staged, 'backup', 'files')
    if (existsSync(filesFolder)) await cp(filesFolder, path.join(staged, 'new'), { recursive: true })
    const keys = head.hasKeys ? KEY_FILES.filter((name) => existsSync(path.join(staged, 'new', name))) : []
    const names = [...KEPT_FILES, ...keys]
    const loading = output.step('restoring')
    const before = await (env.DATABASE_URL === '' ? restoreSqlite : restorePostgres)(order, head, staged, names)
    loading.done()
    return { head, before: before !== '' && (await readdir(before)).length > 0 ? before : '' }
  } finally {
    await rm(staged, { recursive: true, force: true })
  }
}
