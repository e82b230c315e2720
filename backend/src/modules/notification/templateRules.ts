import { NotifyType } from '@windlass/shared-kit/contract'
import type { NoticeLanguage, NoticePreview, NoticeUse } from '@windlass/shared-kit/contract/notification'
import { failed } from '../../platform/errors.ts'
import { mailHtml } from './mailHtml.ts'
import { sampleData } from './noticeSamples.ts'
import { type NoticeText, noticeText } from './noticeText.ts'

/** A text somebody writes. */
export interface Draft {
  useBy: NoticeUse
  type: number
  title: string
  template: string
  language: NoticeLanguage
}

const previewOf = (draft: Draft, isGood: boolean): NoticeText => noticeText(draft, sampleData(draft.useBy, isGood))

/** A draft as it would be sent, with sample data; a mail also as the page that goes along. */
export function previewWith(draft: Draft, isGood: boolean): NoticePreview {
  const text = previewOf(draft, isGood)
  if (draft.type !== NotifyType.EMail) return text
  const { Link: link } = sampleData(draft.useBy, isGood)
  return { ...text, html: mailHtml({ ...text, language: draft.language, link: String(link) }) }
}

/** Refuses a text that would not be used when it is needed. @throws AppError that says what is wrong with it */
export function requireUsable(draft: Draft): void {
  const problem = previewOf(draft, false).problem || previewOf(draft, true).problem
  if (problem !== '') throw failed(`this template cannot be used: ${problem}`)
}
