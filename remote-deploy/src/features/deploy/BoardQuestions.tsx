import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { ConfirmDanger } from '@windlass/shared-kit/ui'
import type { BoardRow } from './boardRow.ts'
import type { useBoard } from './useBoard.ts'

/** What is asked before it is done. */
export type Question = 'cancel' | 'reset' | 'unlock'

interface Props {
  asked: { question: Question; item: BoardRow } | undefined
  board: Pick<ReturnType<typeof useBoard>, Question>
  onClose: () => void
}

/** The question before a deploy is ended, a state is reset, or somebody's lock is taken away. */
export function BoardQuestions({ asked, board, onClose }: Props) {
  const { t } = useTranslation('deploy')
  const row = asked?.item.row
  const name = row?.name
  const texts: Record<Question, { title: string; explanation: string; verb: string; done: string }> = {
    cancel: {
      title: t('cancelTitle', { name }),
      explanation: t('cancelExplanation'),
      verb: t('cancelVerb'),
      done: t('cancelled', { name }),
    },
    reset: {
      title: t('reset.title', { name }),
      explanation: t('reset.explanation'),
      verb: t('reset.action'),
      done: t('reset.done', { name }),
    },
    unlock: {
      title: t('board.unlockTitle', { name }),
      explanation: t('board.unlockExplanation', { owner: row?.lock?.ownerName, reason: row?.lock?.reason }),
      verb: t('board.do.unlock'),
      done: t('board.unlocked', { name }),
    },
  }
  const text = texts[asked?.question ?? 'cancel']
  const run = () => {
    if (!row) return Promise.resolve()
    if (asked.question === 'cancel') return board.cancel(row)
    return asked.question === 'reset' ? board.reset(row.id) : board.unlock(row.id)
  }
  return (
    <ConfirmDanger
      open={asked !== undefined}
      title={text.title}
      explanation={text.explanation}
      verb={text.verb}
      onConfirm={async () => {
        await run()
        toast.success(text.done)
      }}
      onClose={onClose}
    />
  )
}
