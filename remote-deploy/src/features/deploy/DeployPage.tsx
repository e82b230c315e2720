import '../../components/deploy.css'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { EmptyState, ListPage, LoadState } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import { lazy, Suspense, useDeferredValue, useMemo } from 'react'
import { PublishDrawer } from '../../components/PublishDrawer.tsx'
import { arrangeBoard } from './arrangeBoard.ts'
import { BoardCards } from './BoardCards.tsx'
import { BoardQuestions } from './BoardQuestions.tsx'
import { MARK_OF } from './BoardStateMark.tsx'
import { BoardTools } from './BoardTools.tsx'
import { BOARD_STATES, type BoardRow } from './boardRow.ts'
import { DemoNotice, FirstUse } from './DemoOffer.tsx'
import { useBoard } from './useBoard.ts'
import { useBoardActions } from './useBoardActions.ts'
import { useBoardChoices } from './useBoardChoices.ts'

const BoardTable = lazy(() => import('./BoardTable.tsx'))
const LockForm = lazy(() => import('../../components/LockForm.tsx'))
const NOTHING: readonly BoardRow[] = []

/** Every project with how it stands, and the way to deploy it. */
export default function DeployPage() {
  const { t } = useTranslation('deploy')
  const board = useBoard()
  const choices = useBoardChoices()
  const rows = board.list.data ?? NOTHING
  const groups = useArranged(rows, choices)
  const actions = useBoardActions(choices.togglePin)
  const { publishing, locking, asked } = actions.openFor(rows)
  const chips = useChips(rows, choices)

  return (
    <ListPage
      title={t('route.deploy')}
      chips={chips}
      search={{ value: choices.search, placeholder: t('board.search'), onChange: choices.setSearch }}
      filters={<BoardTools rows={rows} choices={choices} />}
      refresh={{ isRunning: board.list.isFetching, onRefresh: () => void board.list.refetch() }}
    >
      <LoadState of={board.list} permission={t('permission.ShowDeployPage')}>
        <DemoNotice />
        {rows.length === 0 ? (
          <FirstUse />
        ) : groups.length === 0 ? (
          <NothingMatches onClear={choices.clear} />
        ) : choices.view === 'cards' ? (
          <BoardCards groups={groups} grouping={choices.grouping} pinned={choices.pinned} onAction={actions.onAction} />
        ) : (
          <Suspense>
            <BoardTable
              of={board.list}
              rows={groups.flatMap((group) => group.rows)}
              pinned={choices.pinned}
              onAction={actions.onAction}
            />
          </Suspense>
        )}
      </LoadState>
      <PublishDrawer project={publishing} onPublished={board.reload} onClose={actions.close} />
      {locking && (
        <Suspense>
          <LockForm project={locking} onClose={actions.close} />
        </Suspense>
      )}
      <BoardQuestions asked={asked} board={board} onClose={actions.close} />
    </ListPage>
  )
}

/** Typing stays immediate: the board follows as fast as it can. */
function useArranged(rows: readonly BoardRow[], choices: ReturnType<typeof useBoardChoices>) {
  const search = useDeferredValue(choices.search)
  const { state, sort, grouping, pinned, filter } = choices
  return useMemo(
    () => arrangeBoard(rows, { search, filter, sort, grouping, pinned, ...(state && { state }) }),
    [rows, search, filter, state, sort, grouping, pinned],
  )
}

/** How many projects stand how; each number is a filter. */
function useChips(rows: readonly BoardRow[], { state: chosen, setState }: ReturnType<typeof useBoardChoices>) {
  const { t } = useTranslation('deploy')
  return BOARD_STATES.map((state) => ({
    key: state,
    state: MARK_OF[state],
    label: t(`board.chip.${state}`),
    isActive: chosen === state,
    count: rows.filter((row) => row.state === state).length,
    onToggle: () => setState(chosen === state ? undefined : state),
  })).filter((chip) => chip.count > 0 || chip.isActive)
}

function NothingMatches({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation('deploy')
  return (
    <EmptyState
      title={t('board.nothingMatches')}
      explanation={t('board.nothingMatchesExplanation')}
      action={<Button onClick={onClear}>{t('board.clear')}</Button>}
    />
  )
}
