import { ReviewState } from '@windlass/shared-kit/contract/enums'
import { Permission } from '@windlass/shared-kit/contract/permission'
import type { ProjectReview } from '@windlass/shared-kit/contract/review'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { useAtomValue, userAtom } from '@windlass/shared-kit/session'
import { type MarkState, MonoText, StateMark, TimeText } from '@windlass/shared-kit/ui'
import { type DataColumn, DataTable } from '@windlass/shared-kit/ui/table'
import { Button } from 'antd'
import { Link } from 'react-router-dom'
import type { Answering } from './AnswerForm.tsx'
import { REVIEW_ROWS, type useReviews } from './useReviews.ts'

interface Props {
  of: ReturnType<typeof useReviews>['list']
  page: number
  onPage: (page: number) => void
  onAnswer: (answering: Answering) => void
}

const SHORT_ID = 8

/** The reviews of one project; those that wait can be answered by whoever did not ask. */
export function ReviewTable({ of, page, onPage, onAnswer }: Props) {
  const { t } = useTranslation('deploy')
  return (
    <DataTable
      label={t('pages.review')}
      of={of}
      rows={of.data?.list ?? []}
      rowKey={({ id }) => id}
      columns={useColumns(onAnswer)}
      permission={t('permission.DeployReview')}
      empty={{ title: t('review.emptyTitle'), explanation: t('review.emptyExplanation') }}
      paging={{ page, pageSize: REVIEW_ROWS, total: of.data?.pagination.total ?? 0, onChange: onPage }}
    />
  )
}

/** Where a review stands, as a mark and a word. */
function ReviewMark({ review }: { review: ProjectReview }) {
  const { t } = useTranslation('deploy')
  const [state, word]: [MarkState, string] =
    review.state === ReviewState.Reviewed
      ? ['success', 'approvedState']
      : review.state === ReviewState.Rejected
        ? ['failed', 'rejectedState']
        : review.isExpired
          ? ['disabled', 'expiredState']
          : ['waiting', 'waitingState']
  return <StateMark state={state}>{t(`review.${word}`)}</StateMark>
}

function useColumns(onAnswer: (answering: Answering) => void): DataColumn<ProjectReview>[] {
  const { t } = useTranslation('deploy')
  return [
    { key: 'state', title: t('state'), width: 130, render: (review) => <ReviewMark review={review} /> },
    {
      key: 'commit',
      title: t('commit'),
      card: 'title',
      isTall: true,
      render: ({ commitId, message, branch }) => (
        <span title={commitId}>
          <MonoText>{commitId.slice(0, SHORT_ID)}</MonoText> {message || branch}
        </span>
      ),
    },
    { key: 'branch', title: t('branch'), width: 150, render: ({ branch }) => branch },
    {
      key: 'creator',
      title: t('review.creator'),
      width: 180,
      render: ({ creator, insertTime }) => (
        <span>
          {creator} · <TimeText value={insertTime} />
        </span>
      ),
    },
    {
      key: 'editor',
      title: t('review.answer'),
      width: 260,
      isTall: true,
      render: (review) => <AnswerText review={review} />,
    },
    {
      key: 'actions',
      title: t('actions'),
      width: 190,
      card: 'actions',
      render: (review) => <ReviewActions review={review} onAnswer={onAnswer} />,
    },
  ]
}

function AnswerText({ review }: { review: ProjectReview }) {
  const { t } = useTranslation('deploy')
  if (review.state === ReviewState.Wait) {
    return (
      <span className="wl-faint">
        {t(review.isExpired ? 'review.expired' : 'review.expires')} <TimeText value={review.expireTime} />
      </span>
    )
  }
  return (
    <span>
      {review.editor} · <TimeText value={review.updateTime} />
      {review.reason && <div>{review.reason}</div>}
      {review.token && (
        <div>
          <Link to={`/deploy/detail/${review.projectId}?token=${review.token}`}>{t('review.toDeploy')}</Link>
        </div>
      )}
    </span>
  )
}

function ReviewActions({ review, onAnswer }: { review: ProjectReview; onAnswer: (answering: Answering) => void }) {
  const { t } = useTranslation('deploy')
  const user = useAtomValue(userAtom)
  if (review.state !== ReviewState.Wait || review.isExpired) return null
  if (user?.id === review.creatorId) return <span className="wl-faint">{t('review.own')}</span>
  return (
    <Can any={[Permission.DeployReview]}>
      <span className="wl-row-actions">
        <Button size="small" onClick={() => onAnswer({ review, state: ReviewState.Reviewed })}>
          {t('review.approve')}
        </Button>
        <Button
          className="wl-apart"
          size="small"
          type="text"
          danger
          onClick={() => onAnswer({ review, state: ReviewState.Rejected })}
        >
          {t('review.reject')}
        </Button>
      </span>
    </Can>
  )
}
