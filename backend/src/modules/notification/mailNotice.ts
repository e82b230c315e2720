import { createTransport } from 'nodemailer'
import type { Env } from '../../env.ts'
import { addressesOf } from './noticeTarget.ts'
import type { Outcome } from './postNotice.ts'

const STEP_MS = 10_000
const SHOWN_LIMIT = 300
const NO_SERVER = 'the console has no mail server; set SMTP_URL and SMTP_FROM'

/** A notice as a mail. */
export interface Mail {
  target: string
  title: string
  text: string
  /** The same as a page. */
  html: string
  deliveryId: string
}

const isLoopback = (hostname: string) => /^(localhost|\[::1\]|127(\.\d+){3})$/.test(hostname)

/** Whether mails may only go over TLS: a password never travels readable, but to a server on the same machine. */
export function needsTls(url: string): boolean {
  const { password, hostname } = new URL(url)
  return password !== '' && !isLoopback(hostname)
}

/** Sends mails through the server of the settings, a connection for each. */
export function createMailer({ SMTP_URL, SMTP_FROM }: Pick<Env, 'SMTP_URL' | 'SMTP_FROM'>) {
  if (SMTP_URL === '') return async (): Promise<Outcome> => ({ isSent: false, answer: NO_SERVER })
  const { password } = new URL(SMTP_URL)
  const withoutPassword = (text: string): string =>
    password === '' ? text : text.replaceAll(decodeURIComponent(password), '******')
  const transport = createTransport({
    url: SMTP_URL,
    requireTLS: needsTls(SMTP_URL),
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  return async ({ target, title, text, html, deliveryId }: Mail): Promise<Outcome> => {
    try {
      const { response, rejected } = await transport.sendMail({
        from: SMTP_FROM,
        to: addressesOf(target),
        subject: title,
        // Both in one mail: programs show the page, or the plain text where they are told to.
        text,
        html,
        messageId: `<${deliveryId}@windlass>`,
        headers: { 'Idempotency-Key': deliveryId, 'Auto-Submitted': 'auto-generated' },
      })
      const refused = rejected.length === 0 ? '' : `; refused for ${rejected.map(String).join(', ')}`
      return { isSent: true, answer: `${response}${refused}`.slice(0, SHOWN_LIMIT) }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return { isSent: false, answer: `the mail server: ${withoutPassword(reason)}`.slice(0, SHOWN_LIMIT) }
    }
  }
}
