import { useTranslation } from '@windlass/shared-kit/i18n'
import { usePageActive } from '@windlass/shared-kit/remote'
import { CopyButton, LoadState, TimeText, useIsMobile } from '@windlass/shared-kit/ui'
import { Drawer } from 'antd'
import { ChangeTable } from './ChangeTable.tsx'
import { changesOf } from './changesOf.ts'
import { indented } from './indented.ts'
import { ObjectLink } from './ObjectLink.tsx'
import { objectOf } from './objectOf.ts'
import { type OperationEntry, useOperation } from './useOperationLog.ts'

const WIDTH_PX = 720

interface Props {
  /** The entry to show; 0 while closed. */
  id: number
  onClose: () => void
}

/** One call in full: what was sent and what came back, as text and nothing else, and what it changed. */
export function OperationDrawer({ id, onClose }: Props) {
  const { t } = useTranslation('logs')
  const isMobile = useIsMobile()
  const isActive = usePageActive()
  const operation = useOperation(id)
  const entry = operation.data
  return (
    <Drawer
      title={entry && t('operation.title', { api: entry.api, user: entry.username || t('operation.nobody') })}
      open={id !== 0 && isActive}
      size={isMobile ? '100%' : WIDTH_PX}
      closable={{ 'aria-label': t('closeDetail') }}
      onClose={onClose}
    >
      <LoadState of={operation} permission={t('permission.ShowOperationLogPage')}>
        {entry && <Entry entry={entry} />}
      </LoadState>
    </Drawer>
  )
}

function Entry({ entry }: { entry: OperationEntry }) {
  const { t } = useTranslation('logs')
  const changes = changesOf(entry.before, entry.after)
  return (
    <>
      <p className="log-times wl-faint">
        <TimeText value={entry.requestTime} isExact /> → <TimeText value={entry.responseTime} isExact />
        {entry.router !== '' && (
          <>
            {' · '}
            <code>{entry.router}</code>
          </>
        )}
      </p>
      {objectOf(entry) && (
        <p className="log-times">
          <ObjectLink of={entry} />
        </p>
      )}
      {changes.length > 0 && <ChangeTable changes={changes} />}
      <Json title={t('operation.request')} copy={t('operation.copyRequest')} text={entry.requestData} />
      <Json title={t('operation.response')} copy={t('operation.copyResponse')} text={entry.responseData} />
    </>
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
