import type { Caller } from '../../platform/caller.ts'
import type { Platform } from '../../platform/platform.ts'
import { rowSnapshot } from '../../platform/rowSnapshot.ts'

/** A project for the before and after of the operation log, with its address, its servers and its people. */
export function projectSnapshot({ db, secrets }: Pick<Platform, 'db' | 'secrets'>) {
  const row = rowSnapshot(db, 'project', 'namespace', ['url', 'webhookSecret'])
  return async ({ id }: { id: number }, caller: Pick<Caller, 'namespaceId'>): Promise<object | undefined> => {
    const found = await row({ id }, caller)
    if (!found) return undefined
    const own = db.selectFrom('project').select('url').where('id', '=', id)
    const servers = db.selectFrom('projectServer').select('serverId').where('projectId', '=', id).orderBy('serverId')
    const users = db.selectFrom('projectUser').select('userId').where('projectId', '=', id).orderBy('userId')
    const { url } = await own.executeTakeFirstOrThrow()
    return {
      ...found,
      // Its credentials are masked on the way into the log.
      url: secrets.decrypt(url, 'project.url'),
      serverIds: (await servers.execute()).map(({ serverId }) => serverId),
      userIds: (await users.execute()).map(({ userId }) => userId),
    }
  }
}
