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
  const words =
    state === 'running' && row.stage !== ''
      ? t(`stage.${row.stage}`)
      : state === 'waiting'
        ? t('board.waitingAt', { place: row.queuePosition })
        : t(`board.state.${state}`)
  return <StateMark state={MARK_OF[state]}>{words}</StateMark>
}
