import type { NoticeLanguage, NoticeUse } from '@windlass/shared-kit/contract/notification'
import { failed } from '../../platform/errors.ts'
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

/** A draft as it would be sent, with sample data. */
export const previewOf = (draft: Draft, isGood: boolean): NoticeText =>
  noticeText(draft, sampleData(draft.useBy, isGood))

/** Refuses a text that would not be used when it is needed. @throws AppError that says what is wrong with it */
export function requireUsable(draft: Draft): void {
  const problem = previewOf(draft, false).problem || previewOf(draft, true).problem
  if (problem !== '') throw failed(`this template cannot be used: ${problem}`)
}
