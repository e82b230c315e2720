import { TransportError } from '@windlass/shared-kit/http'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { LoadState } from '@windlass/shared-kit/ui'
import { useEffect, useEffectEvent, useState } from 'react'
import type { PaneState } from './usePane.ts'

const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 30_000

/** Why a folder cannot be shown; a lost connection is tried again by itself, less and less often. */
export function PaneTrouble({ pane, error }: { pane: PaneState; error: Error }) {
  const { t } = useTranslation('server')
  const isLost = error instanceof TransportError
  const [waitMs, setWaitMs] = useState(FIRST_WAIT_MS)
  const tryAgain = useEffectEvent(() => {
    setWaitMs(Math.min(LONGEST_WAIT_MS, waitMs * 2))
    pane.refresh()
  })
  useEffect(() => {
    if (!isLost) return
    const timer = setTimeout(tryAgain, waitMs)
    addEventListener('online', tryAgain)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', tryAgain)
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each failure is a new one
  }, [isLost, waitMs, error])
  return (
    <div className="sftp-trouble">
      <LoadState
        of={{ data: undefined, error, isFetching: pane.listing.isReading, refetch: async () => pane.refresh() }}
        permission={t('permission.ShowSftpFilePage')}
      >
        {null}
      </LoadState>
      {isLost && <p className="wl-faint">{t('sftp.retrying')}</p>}
    </div>
  )
}
