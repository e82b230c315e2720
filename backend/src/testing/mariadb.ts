import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa, type Options } from 'execa'
import mysql, { type Connection } from 'mysql2/promise'

/** Any unprivileged user will do: MariaDB refuses to run as root. */
const UNPRIVILEGED_ID = 65_534
const START_TRIES = 450
const TRY_AGAIN_MS = 100
const USER = 'windlass'

/** A MariaDB of our own on a unix socket, gone again after the tests. */
export interface TestMariaDb {
  user: string
  socket: string
  /** Opens a connection that may run several statements at once. */
  connect(database?: string): Promise<Connection>
  /** Writes a dump of a database and answers its text. */
  dump(database: string, options?: readonly string[]): Promise<string>
  stop(): Promise<void>
}

/** Starts MariaDB without durability, which tests do not need. */
export async function startMariaDb(): Promise<TestMariaDb> {
  const folder = await mkdtemp(path.join(tmpdir(), 'windlass-maria-'))
  const isRoot = process.getuid?.() === 0
  if (isRoot) await chown(folder, UNPRIVILEGED_ID, UNPRIVILEGED_ID)
  const as: Options = {
    cwd: folder,
    env: { PATH: `${process.env['PATH']}:/usr/sbin` },
    ...(isRoot && { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID }),
  }
  const data = path.join(folder, 'data')
  const socket = path.join(folder, 's')
  await execa(
    'mariadb-install-db',
    ['--no-defaults', `--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db'],
    as,
  )
  const settings = [
    ...['--no-defaults', `--datadir=${data}`, `--socket=${socket}`, '--skip-networking', `--pid-file=${folder}/pid`],
    ...['--innodb-buffer-pool-size=32M', '--innodb-flush-log-at-trx-commit=0', '--performance-schema=off'],
    '--sql-mode=NO_ENGINE_SUBSTITUTION',
  ]
  const server = execa('mariadbd', settings, { ...as, reject: false, stdio: 'ignore' })
  const connectAs = (user: string, database?: string) =>
    mysql.createConnection({
      socketPath: socket,
      user,
      charset: 'utf8mb4',
      multipleStatements: true,
      ...(database !== undefined && { database }),
    })
  const root = await firstConnection(() => connectAs('root'))
  await root.query(`create user '${USER}'@'localhost' identified by ''; grant all on *.* to '${USER}'@'localhost'`)
  await root.end()
  return {
    user: USER,
    socket,
    connect: (database) => connectAs(USER, database),
    dump: async (database, options = []) => {
      const { stdout } = await execa(
        'mariadb-dump',
        ['--no-defaults', `--socket=${socket}`, `--user=${USER}`, ...options, database],
        {
          env: { PATH: `${process.env['PATH']}:/usr/bin` },
        },
      )
      return stdout
    },
    stop: async () => {
      server.kill('SIGTERM')
      await server
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function firstConnection(connect: () => Promise<Connection>): Promise<Connection> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await connect()
    } catch (error) {
      if (attempt === START_TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS))
    }
  }
}
