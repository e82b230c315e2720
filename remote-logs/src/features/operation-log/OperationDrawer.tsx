import type { OperationLog } from '@windlass/shared-kit/contract/log'
import { formatDateTime, useTranslation } from '@windlass/shared-kit/i18n'
import { usePageActive } from '@windlass/shared-kit/remote'
import { CopyButton, useIsMobile } from '@windlass/shared-kit/ui'
import { Drawer } from 'antd'
import { indented } from './indented.ts'

const WIDTH_PX = 720

interface Props {
  /** The entry to show; absent while closed. */
  entry: OperationLog | undefined
  onClose: () => void
}

/** One call in full: what was sent and what came back, as text and nothing else. */
export function OperationDrawer({ entry, onClose }: Props) {
  const { t } = useTranslation('logs')
  const isMobile = useIsMobile()
  const isActive = usePageActive()
  return (
    <Drawer
      title={entry && t('operation.title', { api: entry.api, user: entry.username || t('operation.nobody') })}
      open={entry !== undefined && isActive}
      size={isMobile ? '100%' : WIDTH_PX}
      closable={{ 'aria-label': t('operation.close') }}
      onClose={onClose}
    >
      {entry && (
        <>
          <p className="log-times wl-faint">
            {formatDateTime(entry.requestTime)} → {formatDateTime(entry.responseTime)} · <code>{entry.router}</code>
          </p>
          <Json title={t('operation.request')} copy={t('operation.copyRequest')} text={entry.requestData} />
          <Json title={t('operation.response')} copy={t('operation.copyResponse')} text={entry.responseData} />
        </>
      )}
    </Drawer>
  )
}

function Json({ title, copy, text }: { title: string; copy: string; text: string }) {
  const { t } = useTranslation('logs')
  return (
    <section className="log-json">
      <header>
        <h2>{title}</h2>
        {text !== '' && <CopyButton text={text} label={copy} />}
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by the keyboard */}
      <pre tabIndex={0}>{text === '' ? t('operation.nothing') : indented(text)}</pre>
    </section>
  )
}
