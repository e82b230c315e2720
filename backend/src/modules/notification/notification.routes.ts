import { randomUUID } from 'node:crypto'
import {
  NotificationDeliveryList,
  NotificationDeliveryRetry,
  NotificationFieldList,
  NotificationPreview,
  type NotificationTemplate,
  NotificationTemplateEdit,
  NotificationTemplateList,
  NotificationTemplateReset,
  NotificationTest,
} from '@windlass/shared-kit/contract/notification'
import { failed } from '../../platform/errors.ts'
import { defaultTemplates } from '../../platform/notificationTemplates.ts'
import type { Platform } from '../../platform/platform.ts'
import { rowSnapshot } from '../../platform/rowSnapshot.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'
import { createDeliveryStore } from './delivery.store.ts'
import { deliveryRow } from './deliveryRow.ts'
import { startDeliveryWorker } from './deliveryWorker.ts'
import { sampleData, sampleFields } from './noticeSamples.ts'
import { createNoticeSender, type NoticeSender } from './noticeSender.ts'
import { createNotificationService, type NotificationService } from './notification.service.ts'
import { createTemplateStore, type TemplateRecord } from './template.store.ts'
import { previewWith, requireUsable } from './templateRules.ts'

const UNKNOWN = 'this template does not exist any more; load the list again'

/** A row as the wire shows it; what stands in its columns was checked when it was saved. */
const templateRow = (row: TemplateRecord): NotificationTemplate => ({
  ...row,
  type: row.type as NotificationTemplate['type'],
  useBy: row.useBy as NotificationTemplate['useBy'],
  language: row.language as NotificationTemplate['language'],
  insertTime: formatTimestamp(row.insertTime),
  updateTime: formatTimestamp(row.updateTime),
})

function mountTemplates({ mount, db }: Platform): void {
  const store = createTemplateStore(db)

  mount(NotificationTemplateList, async () => ({ list: (await store.list()).map(templateRow) }))
  mount(
    NotificationTemplateEdit,
    async ({ id, title, template, language }) => {
      const row = await store.find(id)
      if (!row) throw failed(UNKNOWN)
      const draft = { ...templateRow(row), title, template, ...(language && { language }) }
      requireUsable(draft)
      const updateTime = Math.max(Date.now(), row.insertTime + 1)
      await store.edit(id, { title, template, language: draft.language, updateTime })
      return null
    },
    rowSnapshot(db, 'notificationTemplate', 'everywhere'),
  )
  mount(
    NotificationTemplateReset,
    async ({ id, language }) => {
      const wanted = (await store.list()).filter((row) => id === 0 || row.id === id)
      if (wanted.length === 0) throw failed(UNKNOWN)
      const now = Date.now()
      for (const row of wanted) {
        const text = defaultTemplates(language).find(({ useBy, type }) => useBy === row.useBy && type === row.type)
        if (!text) continue
        const { title, template } = text
        // Both times alike mark a text that nobody has written into: it follows the version of the console.
        await store.edit(row.id, { title, template, language, insertTime: now, updateTime: now })
      }
      return null
    },
    rowSnapshot(db, 'notificationTemplate', 'everywhere'),
  )
}

function mountTrying({ mount }: Platform, sender: NoticeSender): void {
  mount(NotificationPreview, ({ isGood = false, language = 'en', ...draft }) =>
    previewWith({ ...draft, language }, isGood),
  )
  mount(NotificationFieldList, ({ useBy }) => ({ list: sampleFields(useBy) }))
  mount(NotificationTest, async ({ useBy, type, target, title, template }) => {
    // A text about a monitor may know of failures only; the good news of a deploy frighten nobody.
    const data = sampleData(useBy, useBy === 'deploy')
    const draft = title !== undefined && template !== undefined ? { title, template } : undefined
    const text = await sender.compose(useBy, type, data, draft)
    return sender.deliver({ ...text, useBy, type, target, data, deliveryId: randomUUID() })
  })
}

/** Notices: their texts, their way and what became of them. */
export function notificationModule(platform: Platform): NotificationService {
  const { mount, db } = platform
  const notifications = createNotificationService(platform)
  const sender = createNoticeSender(platform)
  const deliveries = createDeliveryStore(db)
  startDeliveryWorker(platform, sender)
  mountTemplates(platform)
  mountTrying(platform, sender)

  mount(NotificationDeliveryList, async ({ page, rows, ...filter }, caller) => {
    const { list, total } = await deliveries.page(caller, filter, { page, rows })
    return { list: list.map(deliveryRow), pagination: { page, rows, total } }
  })
  mount(NotificationDeliveryRetry, async ({ id }, caller) => {
    await notifications.retry(caller, id)
    return null
  })
  return notifications
}
