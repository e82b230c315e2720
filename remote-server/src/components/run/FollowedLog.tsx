import './run.css'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { usePageActive } from '@windlass/shared-kit/remote'
import { StateMark, useErrorText, useIsMobile } from '@windlass/shared-kit/ui'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { OutputView } from './OutputView.tsx'
import { outputPart } from './outputLines.ts'
import { type FollowLog, useFollowedLog } from './useFollowedLog.ts'

const WIDTH_PX = 900

interface LogProps {
  label: string
  fileName: string
  follow: FollowLog
}

interface Props extends LogProps {
  title: string
  /** Which log it is; "" shows nothing. */
  name: string
  onClose: () => void
}

/** A log that grows on a server, followed while the drawer is open. */
export function FollowedLogDrawer({ title, name, onClose, ...log }: Props) {
  const { t } = useTranslation('server')
  const isMobile = useIsMobile()
  const isActive = usePageActive()
  const [attempt, setAttempt] = useState(0)
  return (
    <Drawer
      title={name !== '' && title}
      open={name !== '' && isActive}
      destroyOnHidden
      size={isMobile ? '100%' : WIDTH_PX}
      closable={{ 'aria-label': t('run.close') }}
      onClose={onClose}
    >
      {name !== '' && <FollowedLog key={`${name} ${attempt}`} {...log} onAgain={() => setAttempt(attempt + 1)} />}
    </Drawer>
  )
}

function FollowedLog({ label, fileName, follow, onAgain }: LogProps & { onAgain: () => void }) {
  const { t } = useTranslation('server')
  const errorText = useErrorText()
  const { output, isOpen, error } = useFollowedLog(follow)
  const part = outputPart(label, 'out', output)
  return (
    <>
      <p className="run-follow">
        <StateMark state={isOpen ? 'running' : 'disabled'}>{t(isOpen ? 'follow.follows' : 'follow.stopped')}</StateMark>
        {!isOpen && (
          <Button size="small" onClick={onAgain}>
            {t('follow.again')}
          </Button>
        )}
      </p>
      {error && (
        <p className="run-note run-reason" role="alert">
          {errorText(error).text}
        </p>
      )}
      <OutputView
        label={label}
        parts={part ? [part] : []}
        isLive={isOpen}
        fileName={fileName}
        empty={t(isOpen ? 'follow.silent' : 'follow.nothing')}
      />
    </>
  )
}
