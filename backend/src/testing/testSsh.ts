import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readEnv } from '../env.ts'
import { openDatabase } from '../platform/db.ts'
import { migrate } from '../platform/migrate.ts'
import { createSsh, type Ssh } from '../platform/ssh/ssh.ts'

/** The SSH part of a server without the rest of it, on an embedded database of its own. */
export interface TestSsh {
  ssh: Ssh
  close(): Promise<void>
}

/** @param settings by the names of environment variables, SSH_KEY_DIR above all */
export async function makeTestSsh(settings: Record<string, string>): Promise<TestSsh> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'windlass-ssh-test-'))
  const env = readEnv({ DATA_DIR: dataDir, ...settings })
  const database = openDatabase(env)
  await migrate(database)
  const stops: (() => Promise<void>)[] = []
  const ssh = createSsh({ env, db: database.db, onStop: (run) => stops.push(run) })
  return {
    ssh,
    close: async () => {
      for (const stop of stops) await stop()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
