import type { OutputOf } from '@windlass/shared-kit/contract'
import { Permission } from '@windlass/shared-kit/contract'
import type { WebhookDeliveryDetail, WebhookReplay, WebhookSettings } from '@windlass/shared-kit/contract/webhook'
import type { Env } from '../../env.ts'
import type { Caller } from '../../platform/caller.ts'
import { failed } from '../../platform/errors.ts'
import { decide } from './decide.ts'
import type { Push } from './push.ts'
import type { ReceiveTools } from './receive.ts'
import { createWebhookStore, type DeliveryRecord, deliveryRow } from './webhook.store.ts'

/** What people do with webhooks: looking at deliveries, playing one again, keeping the secret. */
export interface WebhookService {
  list(
    caller: Caller,
    input: Parameters<ReturnType<typeof createWebhookStore>['page']>[1],
  ): ReturnType<ReturnType<typeof createWebhookStore>['page']>
  detail(caller: Caller, projectId: number, id: number): Promise<OutputOf<typeof WebhookDeliveryDetail>>
  replay(caller: Caller, projectId: number, id: number): Promise<OutputOf<typeof WebhookReplay>>
  settings(caller: Caller, projectId: number): Promise<WebhookSettings>
  renew(caller: Caller, projectId: number, action: 'generate' | 'remove'): Promise<WebhookSettings>
}

const ALL = Permission.GetAllProjectList
const UNKNOWN = 'this delivery is not kept any more; load the list again'
const FORGED = 'this delivery did not prove where it came from, so it cannot be played again'

const canReplay = ({ push }: Pick<DeliveryRecord, 'push'>): boolean => push !== ''

/** Creates what people do with webhooks. */
export function createWebhookService(tools: ReceiveTools, { PUBLIC_URL }: Pick<Env, 'PUBLIC_URL'>): WebhookService {
  const { projects, db } = tools
  const store = createWebhookStore(db)
  const addressOf = (projectId: number) =>
    `${URL.parse(PUBLIC_URL)?.origin ?? ''}/deploy/webhook?project_id=${projectId}`

  const find = async (caller: Caller, projectId: number, id: number): Promise<DeliveryRecord> => {
    await projects.require(caller, projectId, ALL)
    const row = await store.find(caller.namespaceId, projectId, id)
    if (!row) throw failed(UNKNOWN)
    return row
  }

  return {
    list: async (caller, input) => {
      await projects.require(caller, input.projectId, ALL)
      return store.page(caller.namespaceId, input)
    },

    detail: async (caller, projectId, id) => {
      const row = await find(caller, projectId, id)
      const headers = JSON.parse(row.headers || '{}') as Record<string, string>
      return { ...deliveryRow(row), headers, body: row.body, bodySize: row.bodySize, canReplay: canReplay(row) }
    },

    replay: async (caller, projectId, id) => {
      const row = await find(caller, projectId, id)
      if (!canReplay(row)) throw failed(FORGED)
      const hooked = await projects.hooked(projectId)
      if (!hooked) throw failed(UNKNOWN)
      // Written by this module when the delivery came.
      const push = JSON.parse(row.push) as Push
      const wanted = { hooked, push, publisher: caller, deliveryId: '' }
      const decision = await decide(tools, wanted, row.provider === 'svn' || hooked.project.repoType === 'svn')
      const { id: _id, insertTime: _time, ...same } = row
      const again = { ...same, ...decision, replayOf: id, replayedBy: caller.name, remoteAddress: caller.remoteAddress }
      const { outcome, answer, token } = decision
      return { id: await store.add(again), outcome, answer, token }
    },

    settings: async (caller, projectId) => {
      await projects.require(caller, projectId, ALL)
      const hooked = await projects.hooked(projectId)
      return { address: addressOf(projectId), secret: hooked?.secret ?? '' }
    },

    renew: async (caller, projectId, action) => ({
      address: addressOf(projectId),
      secret: await projects.changeWebhookSecret(caller, projectId, action),
    }),
  }
}
