import {
  DeployWebhook,
  WebhookDeliveryDetail,
  WebhookDeliveryList,
  WebhookReplay,
  WebhookSecret,
  WebhookSetSecret,
} from '@windlass/shared-kit/contract/webhook'
import type { FastifyRequest } from 'fastify'
import { everyHour } from '../../platform/everyHour.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DeployService } from '../deploy/deploy.service.ts'
import type { ProjectService } from '../project/project.service.ts'
import type { RepositoryService } from '../repository/repository.service.ts'
import { type ReceiveTools, receive } from './receive.ts'
import { createWebhookService } from './webhook.service.ts'
import { createWebhookStore } from './webhook.store.ts'

/** Of one sender for one project: a host tells hundreds of projects about one push at once. */
const DELIVERIES_A_MINUTE = 60

const rateKey = ({ ip, query }: FastifyRequest): string =>
  `${ip} ${String((query as Record<string, unknown>)['project_id'] ?? '')}`

/** Webhooks: code hosts tell about pushes, and a push deploys. */
export function webhookModule(
  platform: Platform,
  services: { projects: ProjectService; deploys: DeployService; repositories: RepositoryService },
): void {
  const { mount, db } = platform
  const tools: ReceiveTools = { ...services, db }
  const webhooks = createWebhookService(tools, platform.env)

  mount.raw(DeployWebhook, { max: DELIVERIES_A_MINUTE, keyOf: rateKey }, (exchange) => receive(tools, exchange))
  mount(WebhookDeliveryList, (input, caller) => webhooks.list(caller, input))
  mount(WebhookDeliveryDetail, ({ projectId, id }, caller) => webhooks.detail(caller, projectId, id))
  mount(WebhookReplay, ({ projectId, id }, caller) => webhooks.replay(caller, projectId, id))
  mount(WebhookSecret, ({ projectId }, caller) => webhooks.settings(caller, projectId))
  mount(
    WebhookSetSecret,
    ({ projectId, action }, caller) => webhooks.renew(caller, projectId, action),
    // Masked by its name on the way into the log, which tells whether there is one.
    async ({ projectId }) => {
      const hooked = await services.projects.hooked(projectId)
      return hooked && { projectId, secret: hooked.secret }
    },
  )
  everyHour(platform, 'tidy up old webhook deliveries', () => createWebhookStore(db).tidy())
}
