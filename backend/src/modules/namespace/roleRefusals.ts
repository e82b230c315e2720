import { Code, State } from '@windlass/shared-kit/contract'
import type { RoleRefusals } from '@windlass/shared-kit/contract/namespace'
import type { Db } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { createNamespaceStore } from './namespace.store.ts'

/** Somebody whose role the caller cannot give or take. */
export type Refused = RoleRefusals['refused'][number] & { name: string }

const SENTENCES: Readonly<Record<Refused['reason'], string>> = {
  gone: 'is not there any more',
  disabled: 'is disabled',
  superManager: 'is a super manager and has every permission already',
  mightier: 'may do more there than you (ask a super manager)',
}

const NAMED = 5

/** Somebody who does not belong there, or not any more; not even his name is told. */
export const stranger = (userId: number): Refused => ({ userId, name: `user ${userId}`, reason: 'gone' })

/** Who may do something there that the caller may not: nobody is shut out by somebody lesser. */
async function findMightier(
  trx: Db,
  held: ReadonlySet<number>,
  namespaceId: number,
  userIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const holdings = await createNamespaceStore(trx).holdings(namespaceId, userIds)
  return new Set(holdings.filter(({ permissionId }) => !held.has(permissionId)).map(({ userId }) => userId))
}

/** Everybody among them whose role there is not to be changed by somebody who holds this, with the reason. */
export async function findRefused(
  trx: Db,
  held: ReadonlySet<number>,
  { namespaceId, userIds }: { namespaceId: number; userIds: readonly number[] },
): Promise<Refused[]> {
  if (userIds.length === 0) return []
  const users = await createNamespaceStore(trx).candidates(userIds)
  const mightier = await findMightier(trx, held, namespaceId, userIds)
  const reasonOf = (user: (typeof users)[number]): Refused['reason'] | undefined => {
    if (user.state !== State.Enabled) return 'disabled'
    if (user.superManager === 1) return 'superManager'
    return mightier.has(user.id) ? 'mightier' : undefined
  }
  return userIds.flatMap((userId) => {
    const user = users.find(({ id }) => id === userId)
    if (!user) return [stranger(userId)]
    const reason = reasonOf(user)
    return reason === undefined ? [] : [{ userId, name: user.name, reason }]
  })
}

/** A role is taken only from those who may do no more than whoever takes it. @throws AppError */
export async function requireNoMightier(
  trx: Db,
  held: ReadonlySet<number>,
  namespaceId: number,
  userId: number,
): Promise<void> {
  if (!(await findMightier(trx, held, namespaceId, [userId])).has(userId)) return
  const user = (await createNamespaceStore(trx).candidates([userId]))[0]
  throw roleRefusal([{ userId, name: user?.name ?? '', reason: 'mightier' }])
}

/** The one refusal for all of them; denied where the caller reached for somebody above him. */
export function roleRefusal(refused: readonly Refused[]): AppError {
  const said = refused.slice(0, NAMED).map(({ name, reason }) => `${name} ${SENTENCES[reason]}`)
  if (refused.length > NAMED) said.push(`and ${refused.length - NAMED} more cannot get it either`)
  const data: RoleRefusals = { refused: refused.map(({ userId, reason }) => ({ userId, reason })) }
  const isBeyond = refused.some(({ reason }) => reason === 'mightier')
  return new AppError(isBeyond ? Code.Denied : Code.Failed, `nothing was changed: ${said.join('; ')}`, data)
}
