import type { Platform } from '../../platform/platform.ts'
import { createNotificationService, type NotificationService } from './notification.service.ts'

/** Notices: their texts, their way and what became of them. */
export function notificationModule(platform: Platform): NotificationService {
  return createNotificationService(platform)
}
