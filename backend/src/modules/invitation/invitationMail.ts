import { randomUUID } from 'node:crypto'
import type { Env } from '../../env.ts'
import { mailHtml } from '../notification/mailHtml.ts'
import { createMailer } from '../notification/mailNotice.ts'

/** What a mail with an invitation says. */
export interface InvitationMail {
  to: string
  inviter: string
  link: string
  days: number
}

/** Names are somebody's words: no line of the mail is theirs alone. */
const inLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ')

const textOf = ({ inviter, link, days }: InvitationMail): string =>
  [
    `${inLine(inviter)} invites you to Windlass. Open this address to choose your password:`,
    `${inLine(inviter)} 邀请您使用 Windlass。请打开以下地址并设置密码：`,
    '',
    link,
    '',
    `It works once, within ${days} ${days === 1 ? 'day' : 'days'}. Whoever has it can use it: do not pass it on.`,
    `该链接在 ${days} 天内有效，只能使用一次。请勿转发给他人。`,
  ].join('\n')

/** Sends invitations through the mail server of notices; answers what went wrong, or "". */
export function createInvitationMail(env: Pick<Env, 'SMTP_URL' | 'SMTP_FROM'>) {
  const send = createMailer(env)
  return async (mail: InvitationMail): Promise<string> => {
    const title = 'Your invitation to Windlass / Windlass 邀请'
    const text = textOf(mail)
    const html = mailHtml({ title, text, language: 'en', link: mail.link })
    const outcome = await send({ target: mail.to, title, text, html, deliveryId: randomUUID() })
    return outcome.isSent ? '' : outcome.answer
  }
}
