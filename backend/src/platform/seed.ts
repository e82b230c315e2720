import { randomInt } from 'node:crypto'
import { PERMISSIONS_BY_GROUP, Permission, PermissionGroup } from '@windlass/shared-kit/contract'
import type { Database, Db } from './db.ts'
import { defaultTemplates } from './notificationTemplates.ts'
import { hashPassword } from './passwords.ts'
import { tableTools } from './tableTools.ts'

/** The administrator of the seed: there is always somebody left who can put things right. */
export const FIRST_ADMINISTRATOR = 1

const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ'
const DIGITS = '23456789'
const PASSWORD_LENGTH = 16

const pick = (alphabet: string) => alphabet[randomInt(alphabet.length)] ?? ''

/** Specification 5: 8 to 16 characters and not of one kind only; no characters that look alike. */
function generatePassword(): string {
  const rest = Array.from({ length: PASSWORD_LENGTH - 2 }, () => pick(LETTERS + DIGITS)).join('')
  return `${pick(LETTERS)}${pick(DIGITS)}${rest}`
}

/** What the manager role of a fresh database may do: run projects, servers and deploys, but no logs and no members. */
const MANAGER = [
  [14, 22],
  [24, 42],
  [44, 50],
  [52, 55],
  [57, 62],
  [64, 69],
] as const
const MEMBER: readonly number[] = [
  Permission.ShowDeployPage,
  Permission.GetBindDeployList,
  Permission.DeployDetail,
  Permission.DeployProject,
  Permission.FileCompare,
]
const managerPermissions = () =>
  Object.values(Permission).filter((id) => MANAGER.some(([first, last]) => id >= first && id <= last))

/** The permission table follows the contract at every start, so that a new permission is there after an upgrade. */
async function seedPermissions(db: Db): Promise<void> {
  const now = Date.now()
  const times = { insertTime: now, updateTime: now }
  const groups = Object.entries(PermissionGroup).map(([name, id]) => ({ id, pid: 0, name, ...times }))
  const members = Object.entries(PERMISSIONS_BY_GROUP).flatMap(([group, keys]) =>
    keys.map((key) => ({
      id: Permission[key],
      pid: PermissionGroup[group as keyof typeof PermissionGroup],
      name: key,
      ...times,
    })),
  )
  await db
    .insertInto('permission')
    .values([...groups, ...members])
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** A template that nobody has written into says what this version says; one that was written into stays. */
async function seedTemplates({ db, engine }: Database): Promise<void> {
  const now = Date.now()
  const rows = await db.selectFrom('notificationTemplate').selectAll().execute()
  const kept = new Map(rows.map((row) => [row.id, row]))
  const texts = { en: defaultTemplates('en'), 'zh-cn': defaultTemplates('zh-cn') }
  for (const template of texts.en) {
    const row = kept.get(template.id)
    if (!row) {
      const values = { ...template, language: 'en', insertTime: now, updateTime: now }
      await db
        .insertInto('notificationTemplate')
        .values(values)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
      continue
    }
    if (row.insertTime !== row.updateTime) continue
    const language = row.language === 'zh-cn' ? 'zh-cn' : 'en'
    const { title, template: text } = texts[language].find(({ id }) => id === row.id) ?? template
    await db.updateTable('notificationTemplate').set({ title, template: text }).where('id', '=', row.id).execute()
  }
  await tableTools(engine).advanceId(db as never, 'notification_template')
}

async function seedRoles(db: Db, now: number): Promise<void> {
  const times = { insertTime: now, updateTime: now }
  const roles = [
    { id: 1, name: 'manager', permissionIds: managerPermissions() },
    { id: 2, name: 'member', permissionIds: MEMBER },
  ]
  for (const { id, name, permissionIds } of roles) {
    await db
      .insertInto('role')
      .values({ id, name, ...times })
      .execute()
    const rows = permissionIds.map((permissionId) => ({ roleId: id, permissionId, ...times }))
    await db.insertInto('rolePermission').values(rows).execute()
  }
}

async function seedAdmin(db: Db, now: number, password: string, isChosen: boolean): Promise<void> {
  const times = { insertTime: now, updateTime: now }
  await db
    .insertInto('user')
    .values({
      id: FIRST_ADMINISTRATOR,
      account: 'admin',
      name: 'Administrator',
      password: await hashPassword(password),
      superManager: 1,
      // A generated password has been on a screen and in a log: the first sign-in replaces it.
      passwordUpdateTime: isChosen ? now : null,
      lastLoginTime: null,
      ...times,
    })
    .execute()
  await db
    .insertInto('namespace')
    .values({ id: 1, name: 'default', ...times })
    .execute()
  await db
    .insertInto('namespaceUser')
    .values({ namespaceId: 1, userId: 1, roleId: 0, ...times })
    .execute()
}

/**
 * Fills an empty database: permissions, two roles, one namespace, one administrator, the notification templates.
 * @param adminPassword the password to give the administrator; "" generates one
 * @returns the sign-in, when the database was empty
 */
export async function seed(
  database: Database,
  adminPassword: string,
): Promise<{ account: string; password: string } | undefined> {
  const { db, engine } = database
  await seedPermissions(db)
  await seedTemplates(database)
  if (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) return undefined
  const password = adminPassword === '' ? generatePassword() : adminPassword
  const now = Date.now()
  await db.transaction().execute(async (trx) => {
    await seedRoles(trx, now)
    await seedAdmin(trx, now, password, adminPassword !== '')
    const tools = tableTools(engine)
    for (const table of ['user', 'namespace', 'role']) await tools.advanceId(trx as never, table)
  })
  return { account: 'admin', password }
}
