import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Env } from '../env.ts'
import type { Access } from './access.ts'
import type { Bus } from './bus.ts'
import type { Database, Db } from './db.ts'
import type { Hub } from './hub.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Mount } from './mount.ts'
import type { Secrets } from './secrets.ts'
import type { Sessions } from './sessions.ts'
import type { Sockets } from './sockets.ts'
import type { Ssh } from './ssh/ssh.ts'
import type { Trail } from './trail.ts'

/** Everything a module may lean on. A module takes only the parts it needs. */
export interface Platform {
  env: Env
  log: Logger
  database: Database
  db: Db
  secrets: Secrets
  trail: Trail
  sessions: Sessions
  access: Access
  bus: Bus
  jobs: Jobs
  sockets: Sockets
  hub: Hub
  ssh: Ssh
  mount: Mount
  app: FastifyInstance
  /** Names this process among several on one database. */
  node: string
  /** Runs before the first request, after the schema is up to date. */
  onStart(run: () => Promise<void>): void
  /** Runs at a stop, after no new work is taken. */
  onStop(run: () => Promise<void>): void
}
