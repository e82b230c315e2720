import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa, type Options } from 'execa'
import pg from 'pg'

/** Any unprivileged user will do: PostgreSQL refuses to run as root. */
const UNPRIVILEGED_ID = 65_534
const DEBIAN_FOLDER = '/usr/lib/postgresql'

/** A PostgreSQL cluster of our own, on a unix socket, gone again after the tests. */
export interface TestPostgres {
  /** Creates an empty database and answers its address. */
  createDatabase(): Promise<string>
  /** Runs statements in one of its databases. */
  run(address: string, statements: string): Promise<void>
  stop(): Promise<void>
}

async function binaryFolder(): Promise<string> {
  if (process.env['POSTGRES_BIN']) return process.env['POSTGRES_BIN']
  if (!existsSync(DEBIAN_FOLDER)) return ''
  const [newest] = (await readdir(DEBIAN_FOLDER)).sort((a, b) => Number(b) - Number(a))
  return newest ? path.join(DEBIAN_FOLDER, newest, 'bin') : ''
}

/**
 * Starts PostgreSQL without durability, which tests do not need.
 * @throws Error that names the package to install, when there is no PostgreSQL
 */
export async function startPostgres(): Promise<TestPostgres> {
  const bin = await binaryFolder()
  const initdb = path.join(bin, 'initdb')
  if (bin === '' || !existsSync(initdb)) {
    throw new Error(
      'no PostgreSQL found: install it (apt-get install postgresql) or set POSTGRES_BIN to its bin folder',
    )
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'windlass-pg-'))
  const isRoot = process.getuid?.() === 0
  if (isRoot) await chown(folder, UNPRIVILEGED_ID, UNPRIVILEGED_ID)
  const as: Options = { cwd: folder, ...(isRoot && { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID }) }
  const data = path.join(folder, 'data')
  await execa(initdb, ['-D', data, '-U', 'windlass', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale=C'], as)
  const settings = [
    '-c',
    'fsync=off',
    '-c',
    'listen_addresses=',
    '-c',
    `unix_socket_directories=${folder}`,
    '-c',
    'max_connections=200',
  ]
  const server = execa(path.join(bin, 'postgres'), ['-D', data, ...settings], { ...as, reject: false, stdio: 'ignore' })
  const address = (name: string) => `postgres://windlass@localhost/${name}?host=${encodeURIComponent(folder)}`
  const admin = await connect(address('postgres'))
  return {
    createDatabase: async () => {
      const name = `t${randomUUID().replaceAll('-', '')}`
      await admin.query(`create database ${name}`)
      return address(name)
    },
    run: async (database, statements) => {
      const client = await connect(database)
      try {
        await client.query(statements)
      } finally {
        await client.end()
      }
    },
    stop: async () => {
      await admin.end()
      server.kill('SIGINT')
      await server
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const START_TRIES = 300
const TRY_AGAIN_MS = 100

async function connect(address: string): Promise<pg.Client> {
  for (let attempt = 1; ; attempt++) {
    const client = new pg.Client({ connectionString: address })
    try {
      await client.connect()
      return client
    } catch (error) {
      if (attempt === START_TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS))
    }
  }
}
