import { NotifyType } from '@windlass/shared-kit/contract/enums'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Segmented } from 'antd'
import { useState } from 'react'
import { markedLines } from './markedLines.ts'

interface Props {
  type: number
  title: string
  text: string
  /** Of a mail: the page that goes along. */
  html?: string | undefined
}

/** A notice in the look of its channel. */
export function ChannelLook({ type, title, text, html }: Props) {
  if (type === NotifyType.EMail) return <MailLook title={title} text={text} html={html} />
  return (
    <div className="nt-chat">
      <span className="nt-robot" aria-hidden="true">
        W
      </span>
      <div className="nt-bubble">
        {/* DingTalk shows the title in its list of talks only. */}
        {type !== NotifyType.DingTalk && <b className="nt-line">{title}</b>}
        {type === NotifyType.Feishu ? <span className="nt-plain">{text}</span> : <MarkedText text={text} />}
      </div>
    </div>
  )
}

function MailLook({ title, text, html }: Omit<Props, 'type'>) {
  const { t } = useTranslation('settings')
  const [look, setLook] = useState<'page' | 'text'>('page')
  return (
    <div className="nt-mail">
      <p>
        <span className="wl-faint">{t('notification.subject')}</span> <b>{title}</b>
      </p>
      {html !== undefined && (
        <Segmented
          size="small"
          aria-label={t('notification.mailLook')}
          value={look}
          options={(['page', 'text'] as const).map((value) => ({ value, label: t(`notification.looks.${value}`) }))}
          onChange={setLook}
        />
      )}
      {html !== undefined && look === 'page' ? (
        // Neither scripts nor the console's own pages are within its reach.
        <iframe title={t('notification.mailPage')} sandbox="" srcDoc={html} />
      ) : (
        <pre>{text}</pre>
      )}
    </div>
  )
}

/** The little markup that chat programs know. */
function MarkedText({ text }: { text: string }) {
  return (
    <>
      {markedLines(text).map(({ kind, parts }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines have no other name and never move
        <span key={at} className={`nt-line nt-${kind}`}>
          {parts.map(({ color, words, href }, part) => (
            // The sample leads nowhere; where the real one would is told by hovering.
            // oxlint-disable-next-line react/no-array-index-key -- as the lines
            <span key={part} className={href ? 'nt-link' : color && `nt-${color}`} title={href}>
              {words}
            </span>
          ))}
        </span>
      ))}
    </>
  )
}
