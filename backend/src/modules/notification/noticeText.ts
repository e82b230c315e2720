import { NotifyType } from '@windlass/shared-kit/contract'
import type { NoticeLanguage, NoticeUse } from '@windlass/shared-kit/contract/notification'
import { NOTICE_WORDS, type NoticeWords } from '../../platform/notificationTemplates.ts'
import { bytesOf, cutText, jsonBytesOf } from './cutText.ts'
import { escaperOf, titleEscaperOf } from './noticeEscape.ts'
import { spokenData } from './spokenData.ts'
import { parseTemplate } from './template/parseTemplate.ts'
import { renderTemplate } from './template/renderTemplate.ts'
import { TemplateError } from './template/templateError.ts'
import { templateView } from './templateView.ts'

/** A notice as its receiver reads it. */
export interface NoticeText {
  title: string
  text: string
  /** Why this is the plain text and not what the template says; "" otherwise. */
  problem: string
}

/** The sources of a notice's text. */
export interface NoticeTemplate {
  useBy: NoticeUse
  type: number
  title: string
  template: string
  language: NoticeLanguage
}

type Data = Readonly<Record<string, unknown>>

const TITLE_BYTES = 255
/** WeCom and DingTalk count the bytes of the text, Feishu those of the whole request; the rest is for what is around it. */
const LIMITS: Readonly<Record<number, { limit: number; sizeOf: (text: string) => number }>> = {
  [NotifyType.WeCom]: { limit: 4096 - TITLE_BYTES - 1, sizeOf: bytesOf },
  [NotifyType.DingTalk]: { limit: 19_000, sizeOf: jsonBytesOf },
  [NotifyType.Feishu]: { limit: 29_000, sizeOf: jsonBytesOf },
}
const MAIL_BYTES = 100_000

/** What a template may always name, whoever sends the notice. */
const BLANKS: Readonly<Record<NoticeUse, Data>> = {
  deploy: { DeployDetail: '', Link: '' },
  monitor: { ErrorMsg: '', Event: 'down', Link: '' },
  server_monitor: { CycleValue: '', Recovered: false, Link: '' },
  review: { Event: 'waiting', Link: '' },
  console: { Event: 'takenBack', Reason: '', Link: '' },
}

const textIn = (data: Data, ...path: readonly string[]): string => {
  const found = path.reduce<unknown>(
    (inner, name) => (typeof inner === 'object' && inner !== null ? (inner as Data)[name] : undefined),
    data,
  )
  return typeof found === 'string' || typeof found === 'number' ? String(found) : ''
}

/** A scheduled task, of which the texts about measurements know nothing. */
const isOfTask = ({ useBy }: Pick<NoticeTemplate, 'useBy'>, data: Data): boolean =>
  useBy === 'server_monitor' && data['Task'] !== undefined

/** What happened to a task, and what is known of it. */
function taskNews(data: Data, words: NoticeWords): [state: string, detail: string] {
  const missed = textIn(data, 'Task', 'missed')
  if (missed === '') return [words.taskFailed, textIn(data, 'Task', 'message')]
  return [words.taskMissed, words.taskDue.replace('{time}', `${missed} UTC`)]
}

/** Where a review stands, in words. */
const reviewState = (event: string, words: NoticeWords): string =>
  ({ approved: words.isApproved, rejected: words.isRejected, expired: words.isExpired })[event] ?? words.isWaiting

/** What became of a version of an area, in words. */
const areaState = (event: string, words: NoticeWords): string =>
  ({ damaged: words.isDamaged, mended: words.isMended })[event] ?? words.isTakenBack

const taskName = (data: Data): string => textIn(data, 'Task', 'description') || textIn(data, 'Task', 'command')

/** What is said when the template cannot be used: less, but never nothing. */
function plainText({ useBy, type, language }: NoticeTemplate, data: Data): { title: string; text: string } {
  const words = NOTICE_WORDS[language]
  const isGood = useBy === 'deploy' ? data['DeployState'] === 2 : data['Recovered'] === true
  const event = { up: words.isBack, certificate: words.certificate }[textIn(data, 'Event')] ?? words.isDown
  const [subject, state, detail] = {
    deploy: [textIn(data, 'Project', 'name'), isGood ? words.success : words.failure, textIn(data, 'DeployDetail')],
    monitor: [textIn(data, 'Monitor', 'name'), event, textIn(data, 'ErrorMsg')],
    server_monitor: isOfTask({ useBy }, data)
      ? [`${textIn(data, 'Server', 'name')}: ${taskName(data)}:`, ...taskNews(data, words)]
      : [
          `${textIn(data, 'Server', 'name')} ${textIn(data, 'ServerMonitor', 'item')}`,
          isGood ? words.isNormal : words.warning,
          textIn(data, 'CycleValue'),
        ],
    review: [
      textIn(data, 'Project', 'name'),
      reviewState(textIn(data, 'Event'), words),
      textIn(data, 'Review', 'reason') || textIn(data, 'Review', 'message'),
    ],
    console: [
      `${textIn(data, 'Release', 'remote')} ${textIn(data, 'Release', 'version')}`,
      areaState(textIn(data, 'Event'), words),
      textIn(data, 'Reason'),
    ],
  }[useBy] as [string, string, string]
  const title = `${titleEscaperOf(type)(subject)} ${state}`
  const link = textIn(data, 'Link')
  const lines = [title, ...(link === '' ? [] : [`${words.open}: ${link}`]), escaperOf(type)(detail)]
  return { title, text: lines.filter((line) => line !== '').join('\n') }
}

/** Fills both templates. @throws TemplateError */
function filled({ type, title, template }: NoticeTemplate, data: Data): { title: string; text: string } {
  const view = templateView(data)
  return {
    title: renderTemplate(parseTemplate(title), view, titleEscaperOf(type))
      .replace(/\s*\n\s*/g, ' ')
      .trim(),
    text: renderTemplate(parseTemplate(template), view, escaperOf(type)).trim(),
  }
}

/** A text that was written when monitors told of failures only says "cannot be reached", whatever it is filled with. */
const knowsEvent = ({ useBy, title, template }: NoticeTemplate, data: Data): boolean =>
  useBy !== 'monitor' || data['Event'] === 'down' || `${title}${template}`.includes('.Event')

/** The text of a notice within the limits of its channel; a plain one when the template cannot be used. */
export function noticeText(source: NoticeTemplate, given: Data): NoticeText {
  const data = spokenData({ ...BLANKS[source.useBy], ...given }, source.language)
  const { limit, sizeOf } = LIMITS[source.type] ?? { limit: MAIL_BYTES, sizeOf: bytesOf }
  const cut = ({ title, text }: { title: string; text: string }) => ({
    title: cutText(title, TITLE_BYTES),
    text: cutText(text, limit, sizeOf),
  })
  if (!knowsEvent(source, data) || isOfTask(source, data)) return { ...cut(plainText(source, data)), problem: '' }
  try {
    const { title, text } = filled(source, data)
    if (title === '' && text === '') throw new TemplateError(1, 'nothing is left of the notice')
    return { ...cut({ title, text: text === '' ? title : text }), problem: '' }
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    return { ...cut(plainText(source, data)), problem: error.message }
  }
}
