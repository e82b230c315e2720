import type { DeployRow } from '@windlass/shared-kit/contract/deploy'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { lazy, Suspense, useState } from 'react'
import { usePending } from './usePending.ts'

const PendingList = lazy(() => import('./PendingList.tsx'))

/** How many commits wait to be deployed; their subjects are one click away. */
export function PendingButton({ row }: { row: DeployRow }) {
  const { t } = useTranslation('deploy')
  const pending = usePending(row)
  const [isOpen, setOpen] = useState(false)
  if (!pending || pending.commits.length === 0) return null
  const count = pending.commits.length
  const words = t(pending.isMore ? 'board.pendingMore' : 'board.pending', { count })
  const button = (
    <button
      type="button"
      className="dp-pending"
      aria-label={words}
      aria-expanded={isOpen}
      title={words}
      onClick={() => setOpen(!isOpen)}
    >
      +{count}
      {pending.isMore && '…'}
    </button>
  )
  if (!isOpen) return button
  return (
    <Suspense fallback={button}>
      <PendingList title={words} pending={pending} onClose={() => setOpen(false)}>
        {button}
      </PendingList>
    </Suspense>
  )
}
