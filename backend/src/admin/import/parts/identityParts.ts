import { Permission } from '@windlass/shared-kit/contract'
import { sql } from 'kysely'
import { lookupHash } from '../../../platform/secrets.ts'
import { cutText } from '../fieldReader.ts'
import { definePart, type ImportTools } from '../importPart.ts'

const NAME_LIMIT = 30
const SHORT_NAME = 20
const BCRYPT = /^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/
const KNOWN: ReadonlySet<number> = new Set(Object.values(Permission))

/** A name that nobody has yet: with a number behind it where it is taken. */
async function freeName(name: string, limit: number, isFree: (name: string) => Promise<boolean>): Promise<string> {
  if (await isFree(name)) return name
  for (let serial = 2; ; serial++) {
    const tried = `${cutText(name, limit - String(serial).length - 1)} ${serial}`
    if (await isFree(tried)) return tried
  }
}

/** The database knows which letters are the same: its index decides which names are. */
const lower = (text: string) => sql<string>`lower(${text})`

const findByName = ({ db }: ImportTools, table: 'namespace' | 'role', name: string) =>
  db.selectFrom(table).select('id').where(sql`lower(name)`, '=', lower(name)).executeTakeFirst()

export const users = definePart({
  name: 'users',
  from: 'user',
  into: 'user',
  convert: async (row, { db, ids, secrets }) => {
    const account = row.text('account', NAME_LIMIT).trim()
    if (account === '') return { skip: 'a user without an account cannot sign in' }
    const there = await db
      .selectFrom('user')
      .select('id')
      .where(sql`lower(account)`, '=', lower(account))
      .executeTakeFirst()
    if (there && ids.isTarget('users', there.id))
      return { skip: 'the account differs from that of another user only in its letters' }
    if (there)
      return { adopt: there.id, note: `the account ${account} is there already: it keeps its password and its name` }
    const hash = row.text('password')
    const isEnabled = row.int('state', 1) === 1
    const apiKey = isEnabled ? row.text('api_key').trim() : ''
    return {
      ...(!BCRYPT.test(hash) && {
        note: `${account} has no password that can be read: give a new one with reset-password`,
      }),
      insert: {
        account,
        password: BCRYPT.test(hash) ? hash : '',
        passwordUpdateTime: row.time('password_update_time') || null,
        name: row.text('name', NAME_LIMIT) || account,
        contact: row.text('contact', 255),
        state: isEnabled ? 1 : 0,
        lastLoginTime: row.time('last_login_time') || null,
        superManager: row.int('super_manager') === 1 ? 1 : 0,
        apiKey: secrets.encrypt(apiKey, 'user.apiKey'),
        apiKeyHash: apiKey === '' ? '' : lookupHash(apiKey),
        ...row.times(),
      },
    }
  },
})

export const namespaces = definePart({
  name: 'namespaces',
  from: 'namespace',
  into: 'namespace',
  convert: async (row, tools) => {
    const name = row.text('name', SHORT_NAME).trim() || `namespace ${row.id}`
    const there = await findByName(tools, 'namespace', name)
    if (there)
      return { adopt: there.id, note: `the namespace ${name} is there already: what is imported comes into it` }
    return { insert: { name, ...row.times() } }
  },
})

export const roles = definePart({
  name: 'roles',
  from: 'role',
  into: 'role',
  convert: async (row, tools) => {
    const { db, ids: known, rolePermissions } = tools
    const wanted = row.text('name', SHORT_NAME).trim() || `role ${row.id}`
    const there = await findByName(tools, 'role', wanted)
    const ids = (rolePermissions.get(row.id) ?? []).filter((id) => KNOWN.has(id)).toSorted((a, b) => a - b)
    if (there && !known.isTarget('roles', there.id)) {
      const held = await db
        .selectFrom('rolePermission')
        .select('permissionId')
        .where('roleId', '=', there.id)
        .orderBy('permissionId')
        .execute()
      if (held.map((each) => each.permissionId).join() === ids.join()) return { adopt: there.id }
    }
    const isFree = async (name: string) => (await findByName(tools, 'role', name)) === undefined
    const name = await freeName(wanted, SHORT_NAME, isFree)
    const note = `a role ${wanted} with other permissions is there already: the imported one is named ${name}`
    return {
      insert: { name, description: row.text('description', 255), ...row.times() },
      ...(name !== wanted && { note }),
    }
  },
})

export const rolePermissions = definePart({
  name: 'permissions of roles',
  from: 'role_permission',
  into: 'rolePermission',
  convert: async (row, { db, ids }) => {
    const [source, permissionId] = [row.ref('role_id'), row.int('permission_id')]
    const roleId = ids.of('roles', source)
    if (roleId === undefined) return { skip: 'the role is not there' }
    if (!KNOWN.has(permissionId)) return { skip: 'there is no such permission' }
    const there = await db
      .selectFrom('rolePermission')
      .select('id')
      .where('roleId', '=', roleId)
      .where('permissionId', '=', permissionId)
      .executeTakeFirst()
    if (there) return { adopt: there.id }
    if (ids.isAdopted('roles', source)) return { skip: 'the role was there before and keeps its permissions' }
    return { insert: { roleId, permissionId, ...row.times() } }
  },
})

export const namespaceUsers = definePart({
  name: 'members of namespaces',
  from: 'namespace_user',
  into: 'namespaceUser',
  convert: async (row, { db, ids }) => {
    const namespaceId = ids.of('namespaces', row.ref('namespace_id'))
    const userId = ids.of('users', row.ref('user_id'))
    const roleId = row.ref('role_id') === 0 ? 0 : ids.of('roles', row.ref('role_id'))
    if (namespaceId === undefined) return { skip: 'the namespace is not there' }
    if (userId === undefined) return { skip: 'the user is not there' }
    if (roleId === undefined) return { skip: 'the role is not there' }
    const user = await db.selectFrom('user').select('superManager').where('id', '=', userId).executeTakeFirst()
    // The binding without a role belongs to super managers; anybody else would hold nothing by it.
    if (roleId === 0 && user && user.superManager !== 1) return { skip: 'the user has no role there' }
    const there = await db
      .selectFrom('namespaceUser')
      .select('id')
      .where('namespaceId', '=', namespaceId)
      .where('userId', '=', userId)
      .executeTakeFirst()
    if (there) return { adopt: there.id }
    return { insert: { namespaceId, userId, roleId: user?.superManager === 1 ? 0 : roleId, ...row.times() } }
  },
})
