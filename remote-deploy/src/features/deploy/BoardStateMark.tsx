import { useTranslation } from '@windlass/shared-kit/i18n'
import { type MarkState, StateMark } from '@windlass/shared-kit/ui'
import type { BoardRow, BoardState } from './boardRow.ts'

export const MARK_OF: Readonly<Record<BoardState, MarkState>> = {
  failed: 'failed',
  running: 'running',
  waiting: 'waiting',
  success: 'success',
  never: 'disabled',
}

/** How a project stands now, live: the stage that runs, or its place in the queue. */
export function BoardStateMark({ item }: { item: BoardRow }) {
  const { t } = useTranslation('deploy')
  const { row, state } = item
  const words = useWords(item)
  // The reason may span lines: one is shown, all are at hand.
  if (state !== 'failed' || row.failure === '') return <StateMark state={MARK_OF[state]}>{words}</StateMark>
  return (
    <span className="dp-failure" title={row.failure}>
      <StateMark state="failed">{t('board.failedBecause', { reason: row.failure })}</StateMark>
    </span>
  )
}

function useWords({ row, state }: BoardRow): string {
  const { t } = useTranslation('deploy')
  if (state === 'running' && row.stage !== '') return t(`stage.${row.stage}`)
  if (state === 'waiting') return t('board.waitingAt', { count: row.queuePosition, ordinal: true })
  return t(`board.state.${state}`)
}
