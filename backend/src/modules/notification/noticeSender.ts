import { NotifyType } from '@windlass/shared-kit/contract'
import type { NoticeLanguage, NoticeUse } from '@windlass/shared-kit/contract/notification'
import { AppError } from '../../platform/errors.ts'
import { defaultTemplates } from '../../platform/notificationTemplates.ts'
import type { Platform } from '../../platform/platform.ts'
import { mailHtml } from './mailHtml.ts'
import { createMailer } from './mailNotice.ts'
import { noticeBody } from './noticeBody.ts'
import { requireTarget } from './noticeTarget.ts'
import { type NoticeTemplate, type NoticeText, noticeText } from './noticeText.ts'
import { type Outcome, postNotice } from './postNotice.ts'
import { createTemplateStore } from './template.store.ts'

type Data = Readonly<Record<string, unknown>>

/** A notice that is ready to go. */
export interface ReadyNotice extends Pick<NoticeText, 'title' | 'text'> {
  deliveryId: string
  useBy: NoticeUse
  type: number
  target: string
  data: Data
}

/** Turns data into the text of a channel, and brings it there. */
export interface NoticeSender {
  /** The text of a notice by the saved template, or by one that is not saved yet. */
  compose(use: NoticeUse, type: number, data: Data, draft?: { title: string; template: string }): Promise<NoticeText>
  /** One attempt; never throws because of its receiver. */
  deliver(notice: ReadyNotice): Promise<Outcome>
}

/** Somebody may have removed the row of a template: then the notice says what a fresh one would. */
async function templateFor({ db }: Pick<Platform, 'db'>, useBy: NoticeUse, type: number): Promise<NoticeTemplate> {
  const row =
    (await createTemplateStore(db).findFor(useBy, type)) ??
    defaultTemplates('en').find((template) => template.useBy === useBy && template.type === type)
  const language: NoticeLanguage = row && 'language' in row && row.language === 'zh-cn' ? 'zh-cn' : 'en'
  return { useBy, type, language, title: row?.title ?? '', template: row?.template ?? '' }
}

/** Creates the way to the receivers. */
export function createNoticeSender(platform: Pick<Platform, 'db' | 'env'>): NoticeSender {
  const mail = createMailer(platform.env)

  return {
    compose: async (useBy, type, data, draft) => {
      if (type === NotifyType.Custom) return { title: '', text: JSON.stringify({ data }, null, 2), problem: '' }
      return noticeText({ ...(await templateFor(platform, useBy, type)), ...draft }, data)
    },

    deliver: async ({ deliveryId, useBy, type, target, title, text, data }) => {
      try {
        requireTarget(type, target)
      } catch (error) {
        if (error instanceof AppError) return { isSent: false, answer: error.message }
        throw error
      }
      if (type === NotifyType.EMail) {
        const { language } = await templateFor(platform, useBy, type)
        const link = typeof data['Link'] === 'string' ? data['Link'] : ''
        return mail({ target, title, text, html: mailHtml({ title, text, language, link }), deliveryId })
      }
      return postNotice(type, noticeBody(type, target, { title, text, data }), deliveryId)
    },
  }
}
