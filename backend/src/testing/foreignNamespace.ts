import type { Db } from '../platform/db.ts'

/** A namespace with one row of everything; all of its ids are the same number, all of its texts hold the mark. */
export interface ForeignNamespace {
  id: number
  token: string
  mark: string
}

/** Far from what a test database counts up to by itself. */
const ID = 700_001
const MARK = 'FOREIGN'
const TOKEN = '00000000-0000-4000-8000-000000700001'

const TABLES = [
  ...(['namespace', 'namespaceUser', 'server', 'project', 'projectServer', 'projectUser'] as const),
  ...(['publish', 'publishTrace', 'publishLog'] as const),
  ...(['webhookDelivery', 'projectTask'] as const),
]

/** Fills another namespace, for the test that tries to reach into it. */
export async function seedForeignNamespace(db: Db): Promise<ForeignNamespace> {
  const times = { insertTime: 1, updateTime: 1 }
  const row = { id: ID, ...times }
  const scoped = { ...row, namespaceId: ID }
  await db
    .insertInto('namespace')
    .values({ ...row, name: MARK })
    .execute()
  await db
    .insertInto('namespaceUser')
    .values({ ...scoped, userId: 1, roleId: 2 })
    .execute()
  await db
    .insertInto('server')
    .values({ ...scoped, name: MARK, ip: '192.0.2.1', port: 22, owner: MARK, path: MARK, description: MARK })
    .execute()
  const transfer = { transferType: 'rsync', transferOption: MARK, deployServerMode: 'serial' }
  const repository = { repoType: 'git', url: '', path: `/srv/${MARK}`, script: '{}', label: MARK, branch: MARK }
  await db
    .insertInto('project')
    .values({ ...scoped, name: MARK, ...repository, ...transfer, lastPublishToken: TOKEN })
    .execute()
  await db
    .insertInto('projectServer')
    .values({ ...row, projectId: ID, serverId: ID })
    .execute()
  await db
    .insertInto('projectUser')
    .values({ ...row, projectId: ID, userId: 1 })
    .execute()
  const publish = { token: TOKEN, projectId: ID, publisherId: 1, publisherName: MARK }
  await db
    .insertInto('publish')
    .values({ ...scoped, ...publish, kind: 'publish', state: 'success', request: JSON.stringify({ note: MARK }) })
    .execute()
  await db
    .insertInto('publishTrace')
    .values({ ...row, ...publish, projectName: MARK, type: 2, ext: JSON.stringify({ commit: MARK }), detail: MARK })
    .execute()
  await db
    .insertInto('publishLog')
    .values({ id: ID, token: TOKEN, position: 0, length: 10, content: JSON.stringify({ text: MARK }) })
    .execute()
  const answered = { signature: 'valid', outcome: 'ignored', code: 1, answer: MARK, push: '{"changes":[]}' }
  await db
    .insertInto('webhookDelivery')
    .values({ id: ID, namespaceId: ID, projectId: ID, insertTime: 1, provider: 'svn', event: MARK, ...answered })
    .execute()
  const when = { dueTime: 9_000_000_000_000, zone: 'UTC', creator: MARK, creatorId: 1 }
  await db
    .insertInto('projectTask')
    .values({ ...scoped, projectId: ID, branch: MARK, commitId: MARK, ...when })
    .execute()
  return { id: ID, token: TOKEN, mark: MARK }
}

/** Every row that belongs to the namespace or points into it, wherever it was written. */
export async function foreignRows(db: Db, { id, token, mark }: ForeignNamespace): Promise<string[]> {
  const found: string[] = []
  for (const table of TABLES) {
    for (const row of await db.selectFrom(table).selectAll().execute()) {
      const values = Object.values(row)
      const isForeign = values.some((value) => value === id || value === token || String(value).includes(mark))
      if (isForeign) found.push(JSON.stringify({ table, ...row }))
    }
  }
  return found.sort()
}
