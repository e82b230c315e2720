import { Permission } from '@windlass/shared-kit/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeTestServer, makeTestServer, type TestServer } from '../testing/testServer.ts'
import { gatheredRoles, rolePermissions } from './rolePermissions.ts'

describe('the permissions of many people at once', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await makeTestServer()
  })
  afterAll(() => closeTestServer(server))

  it('are those that each of them is found to have alone, in each namespace', async () => {
    const { db } = server.platform
    const other = await server.makeNamespace()
    const people = await Promise.all([
      server.makeUser([Permission.ShowDeployPage, Permission.DeployProject]),
      server.makeUser([]),
      server.makeUser([Permission.ShowServerPage], other),
    ])
    // One of them belongs to both namespaces, with another role in each.
    const [first, , third] = people.map(({ userId }) => userId)
    const role = db
      .selectFrom('namespaceUser')
      .select('roleId')
      .where('userId', '=', third ?? 0)
    const { roleId } = await role.executeTakeFirstOrThrow()
    const times = { insertTime: 0, updateTime: 0 }
    await db
      .insertInto('namespaceUser')
      .values({ namespaceId: other, userId: first ?? 0, roleId, ...times })
      .execute()

    const asked = [...people.map(({ userId }) => userId), 987_654].flatMap((userId) =>
      [1, other, 987_654].map((namespaceId) => ({ userId, namespaceId })),
    )
    const look = gatheredRoles(db)
    const together = await Promise.all(asked.map(({ userId, namespaceId }) => look(userId, namespaceId)))
    const alone = await Promise.all(asked.map(({ userId, namespaceId }) => rolePermissions(db, userId, namespaceId)))
    expect(together).toEqual(alone)
    expect(together.filter((found) => found !== undefined)).toHaveLength(4)
    expect(await look(987_654, 1)).toBeUndefined()
  })
})
