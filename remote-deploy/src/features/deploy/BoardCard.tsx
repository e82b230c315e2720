import { PushpinFilled, PushpinOutlined } from '@ant-design/icons'
import { Environment } from '@windlass/shared-kit/contract/enums'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { TimeText } from '@windlass/shared-kit/ui'
import { memo } from 'react'
import { Link } from 'react-router-dom'
import { EnvironmentName } from '../../components/EnvironmentName.tsx'
import { BoardActions } from './BoardActions.tsx'
import { BoardMarks } from './BoardMarks.tsx'
import { BoardStateMark } from './BoardStateMark.tsx'
import type { OnBoardAction } from './boardAction.ts'
import { type BoardRow, hasCommits, shortCommit } from './boardRow.ts'

interface Props {
  item: BoardRow
  isPinned: boolean
  onAction: OnBoardAction
}

/** One project: what it is, what runs on the servers, how it stands, and one button. */
export const BoardCard = memo(function BoardCard({ item, isPinned, onAction }: Props) {
  const { t } = useTranslation('deploy')
  const { row, commit, labels } = item
  const isProduction = row.environment === Environment.Production
  return (
    <article className={isProduction ? 'dp-card dp-card-production' : 'dp-card'} data-state={item.state}>
      <header>
        <Link to={`/deploy/detail/${row.id}`} title={row.name}>
          {row.name}
        </Link>
        <EnvironmentName value={row.environment} />
        <button
          type="button"
          className="dp-pin"
          aria-pressed={isPinned}
          aria-label={t('board.pin', { name: row.name })}
          onClick={() => onAction('pin', item)}
        >
          {isPinned ? <PushpinFilled /> : <PushpinOutlined />}
        </button>
      </header>
      <p className="dp-card-commit" title={commit.message}>
        {hasCommits(row) ? <code>{row.branch}</code> : t(`project.repo.${row.repoType}`)}
        {commit.commit ? (
          <>
            <code>{shortCommit(commit.commit)}</code> {commit.message}
          </>
        ) : (
          (hasCommits(row) || item.state === 'never') && <span className="wl-faint">{t('board.nothingYet')}</span>
        )}
      </p>
      <p className="dp-card-facts wl-faint">
        <BoardMarks row={row} />
        {t('serverCount', { count: row.serverCount })}
        {labels.map((label) => (
          <span key={label} className="dp-label">
            {label}
          </span>
        ))}
      </p>
      <footer>
        <span className="dp-card-state">
          <BoardStateMark item={item} />
          {row.lastPublishToken !== '' && (
            <span className="wl-faint">
              {row.publisherName} · <TimeText value={row.updateTime} />
            </span>
          )}
        </span>
        <BoardActions item={item} isPinned={isPinned} onAction={onAction} />
      </footer>
    </article>
  )
})
