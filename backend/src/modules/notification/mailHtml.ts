import type { NoticeLanguage } from '@windlass/shared-kit/contract/notification'
import { escapeHtml } from '../../platform/plainPage.ts'

/** What a mail says, as it was filled in. */
export interface MailText {
  title: string
  text: string
  language: NoticeLanguage
  /** The page it is about; "" when nobody said what the console is called outside. */
  link: string
}

const LABEL = /^([^\s>:：][^:：]{0,39})(?::\s|：)(.+)$/
/** Lines of a value after its first. */
const MORE = /^> ?/
const LANGUAGES: Readonly<Record<NoticeLanguage, string>> = { en: 'en', 'zh-cn': 'zh-CN' }

/** Colours are left to the program that shows it, so that it is readable in light and in dark. */
const STYLES = {
  body: 'margin:0;padding:24px 16px;font:16px/1.5 system-ui,sans-serif',
  title: 'margin:0 0 16px;font-size:20px;line-height:1.3;overflow-wrap:anywhere',
  table: 'border-collapse:collapse;text-align:left',
  label: 'padding:4px 16px 4px 0;font-weight:600;vertical-align:top',
  value: 'padding:4px 0;vertical-align:top;white-space:pre-wrap;overflow-wrap:anywhere',
  line: 'margin:8px 0;white-space:pre-wrap;overflow-wrap:anywhere',
} as const

interface Line {
  /** Absent where a line has none. */
  label?: string
  value: string
}

function linesOf(text: string): Line[] {
  const lines: Line[] = []
  for (const line of text.split('\n')) {
    const last = lines.at(-1)
    const [, label, value = ''] = LABEL.exec(line) ?? []
    if (last && MORE.test(line)) last.value += `\n${line.replace(MORE, '')}`
    else lines.push(label === undefined ? { value: line } : { label, value })
  }
  return lines.filter(({ label, value }) => label !== undefined || value.trim() !== '')
}

/** Nothing becomes a link but the way to the console: an address within a value is what somebody wrote there. */
const valueHtml = (value: string, link: string): string =>
  link !== '' && value === link ? `<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>` : escapeHtml(value)

const rowHtml = ({ label = '', value }: Line, link: string): string =>
  `<tr><th scope="row" style="${STYLES.label}">${escapeHtml(label)}</th><td style="${STYLES.value}">${valueHtml(value, link)}</td></tr>`

/** The same words as the plain text of a mail, as a page without anything from anywhere else. */
export function mailHtml({ title, text, language, link }: MailText): string {
  const parts: string[] = []
  let rows: string[] = []
  const closeTable = () => {
    if (rows.length > 0) parts.push(`<table style="${STYLES.table}">${rows.join('')}</table>`)
    rows = []
  }
  for (const line of linesOf(text)) {
    if (line.label !== undefined) {
      rows.push(rowHtml(line, link))
      continue
    }
    closeTable()
    parts.push(`<p style="${STYLES.line}">${valueHtml(line.value, link)}</p>`)
  }
  closeTable()
  const name = escapeHtml(title)
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${name}</title>`
  const body = `<main><h1 style="${STYLES.title}">${name}</h1>${parts.join('\n')}</main>`
  return `<!doctype html>\n<html lang="${LANGUAGES[language]}"><head>${head}</head>\n<body style="${STYLES.body}">${body}</body></html>`
}
