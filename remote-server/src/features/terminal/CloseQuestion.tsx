import { isolated, useTranslation } from '@windlass/shared-kit/i18n'
import { usePageActive } from '@windlass/shared-kit/remote'
import { Button, Modal } from 'antd'
import { useRef, useState } from 'react'
import type { LiveTerminal } from './LiveTerminal.ts'
import { useSessionActions } from './useSessions.ts'

interface Props {
  running: readonly LiveTerminal[]
  onDone: () => void
  onCancel: () => void
}

/** Before a terminal goes: end what runs in it, or let it wait on the server? */
export function CloseQuestion({ running, onDone, onCancel }: Props) {
  const { t } = useTranslation('server')
  const isActive = usePageActive()
  const { end } = useSessionActions()
  const [isEnding, setEnding] = useState(false)
  const first = useRef<HTMLButtonElement>(null)
  const names = running.map(({ state, source }) => isolated(state.session?.serverName || source.serverName)).join(', ')
  // Older servers keep nothing.
  const isKept = running.every(({ state }) => state.session)
  const minutes = Math.min(...running.map(({ state }) => state.session?.graceMinutes ?? 0))

  const handleEnd = async () => {
    setEnding(true)
    try {
      await Promise.all(running.flatMap(({ state }) => (state.session ? [end(state.session.session)] : [])))
      onDone()
    } catch (error) {
      // The transport has told why; what still runs stays in sight.
      console.warn('a session could not be ended', error)
      setEnding(false)
    }
  }
  return (
    <Modal
      open={isActive}
      title={t('terminal.closing.title', { names })}
      footer={null}
      width={480}
      onCancel={onCancel}
      afterOpenChange={(isOpen) => isOpen && first.current?.focus()}
    >
      <p className="wl-danger-text">
        {isKept ? t('terminal.closing.kept', { count: minutes }) : t('terminal.closing.lost')}
      </p>
      <div className="wl-dialog-footer">
        <Button onClick={onCancel}>{t('terminal.cancel')}</Button>
        {isKept && <Button onClick={onDone}>{t('terminal.closing.keep')}</Button>}
        <Button type="primary" danger ref={first} loading={isEnding} onClick={() => void handleEnd()}>
          {t('terminal.closing.end', { count: running.length })}
        </Button>
      </div>
    </Modal>
  )
}
