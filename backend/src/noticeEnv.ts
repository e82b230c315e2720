import { NotifyType, type NotifyTypeNumber } from '@windlass/shared-kit/contract'
import { type Static, Type } from 'typebox'

/** Settings of notices. */
export const NOTICE_ENV = {
  SMTP_URL: Type.String({
    default: '',
    description: 'mail server for notices, as smtp://user:password@host:587 or smtps://…; empty sends no mail',
  }),
  SMTP_FROM: Type.String({ default: '', description: 'sender of mails, as Windlass <windlass@example.com>' }),
  OPERATOR_NOTICE: Type.String({
    default: '',
    description:
      'who hears of the console itself: mail and addresses, or wecom, dingtalk, feishu or custom and an address',
  }),
  NOTICE_RETRY_SECONDS: Type.String({
    pattern: '^\\d{1,6}(,\\d{1,6}){0,19}$',
    default: '10,60,300,1800,7200',
    description: 'pauses before a notice that was not received is sent again; after the last one it is given up',
  }),
}

const NoticeSettings = Type.Object(NOTICE_ENV)
type NoticeSettings = Static<typeof NoticeSettings>

const OPERATOR_CHANNELS: Readonly<Record<string, NotifyTypeNumber>> = {
  mail: NotifyType.EMail,
  wecom: NotifyType.WeCom,
  dingtalk: NotifyType.DingTalk,
  feishu: NotifyType.Feishu,
  custom: NotifyType.Custom,
}

/** Where OPERATOR_NOTICE sends notices; undefined when it names nobody. */
export function operatorTarget({
  OPERATOR_NOTICE,
}: Pick<NoticeSettings, 'OPERATOR_NOTICE'>): { type: NotifyTypeNumber; target: string } | undefined {
  const [channel = '', ...rest] = OPERATOR_NOTICE.trim().split(/\s+/)
  const type = OPERATOR_CHANNELS[channel]
  return type === undefined ? undefined : { type, target: rest.join('') }
}

function mailProblem({ SMTP_URL, SMTP_FROM }: NoticeSettings): string | undefined {
  if (SMTP_URL === '') return undefined
  const url = URL.parse(SMTP_URL)
  if (url === null || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') {
    return 'SMTP_URL: is no address of a mail server; write smtp://user:password@host:587 or smtps://…'
  }
  return /^[^@\r\n]+@[^@\r\n]+$/.test(SMTP_FROM)
    ? undefined
    : 'SMTP_FROM: mails need a sender; write Windlass <windlass@example.com>'
}

function operatorProblem(settings: NoticeSettings): string | undefined {
  if (settings.OPERATOR_NOTICE.trim() === '') return undefined
  const { type, target = '' } = operatorTarget(settings) ?? {}
  const form = type === NotifyType.EMail ? /^[^\s@,]+@[^\s@,]+(,[^\s@,]+@[^\s@,]+)*$/ : /^https?:\/\/\S+$/i
  if (type === undefined || !form.test(target)) {
    return 'OPERATOR_NOTICE: write mail and addresses, or wecom, dingtalk, feishu or custom and https://…'
  }
  if (type === NotifyType.EMail && settings.SMTP_URL === '') {
    return 'OPERATOR_NOTICE: mails need a mail server; set SMTP_URL and SMTP_FROM'
  }
  return undefined
}

/** What is wrong with the settings of notices; it names no address, which holds a password or opens a room. */
export const noticeProblem = (settings: NoticeSettings): string | undefined =>
  mailProblem(settings) ?? operatorProblem(settings)
