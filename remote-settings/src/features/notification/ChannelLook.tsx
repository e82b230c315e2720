import { NotifyType } from '@windlass/shared-kit/contract/enums'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { markedLines } from './markedLines.ts'

interface Props {
  type: number
  title: string
  text: string
}

/** A notice in the look of its channel. */
export function ChannelLook({ type, title, text }: Props) {
  if (type === NotifyType.EMail) return <MailLook title={title} text={text} />
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

function MailLook({ title, text }: Omit<Props, 'type'>) {
  const { t } = useTranslation('settings')
  return (
    <div className="nt-mail">
      <p>
        <span className="wl-faint">{t('notification.subject')}</span> <b>{title}</b>
      </p>
      <pre>{text}</pre>
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
          {parts.map(({ color, words }, part) => (
            // oxlint-disable-next-line react/no-array-index-key -- as the lines
            <span key={part} className={color === '' ? undefined : `nt-${color}`}>
              {words}
            </span>
          ))}
        </span>
      ))}
    </>
  )
}
