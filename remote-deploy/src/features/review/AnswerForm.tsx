import { ReviewState } from '@windlass/shared-kit/contract/enums'
import type { ProjectReview } from '@windlass/shared-kit/contract/review'
import { toast } from '@windlass/shared-kit/feedback'
import { isolated, useTranslation } from '@windlass/shared-kit/i18n'
import { FormDrawer, MonoText } from '@windlass/shared-kit/ui'
import { Form, Input } from 'antd'
import type { useReviews } from './useReviews.ts'

const REASON_LENGTH = 255

/** How a review is going to be answered. */
export interface Answering {
  review: ProjectReview
  state: 1 | 2
}

interface Props {
  answering: Answering | undefined
  onAnswer: ReturnType<typeof useReviews>['answer']
  onClose: () => void
}

/** What exactly is let through or refused, and why; nothing is decided without this second look. */
export function AnswerForm({ answering, onAnswer, onClose }: Props) {
  const { t } = useTranslation('deploy')
  const review = answering?.review
  const isApproval = answering?.state === ReviewState.Reviewed
  const handleSubmit = async ({ reason = '' }: { reason?: string }) => {
    if (!answering) return
    await onAnswer({ projectReviewId: answering.review.id, state: answering.state, reason })
    toast.success(t(isApproval ? 'review.approved' : 'review.rejected'))
  }
  return (
    <FormDrawer<{ reason?: string }>
      open={answering !== undefined}
      title={t(isApproval ? 'review.approveTitle' : 'review.rejectTitle')}
      initialValues={{ reason: '' }}
      submitText={t(isApproval ? 'review.approveVerb' : 'review.rejectVerb', { count: review?.servers.length ?? 0 })}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      {review && <ReviewFacts review={review} />}
      <Form.Item
        name="reason"
        label={t('review.reason')}
        extra={t(isApproval ? 'review.reasonOptional' : 'review.reasonHint')}
        rules={isApproval ? [] : [{ required: true, whitespace: true, message: t('review.reasonNeeded') }]}
      >
        <Input.TextArea maxLength={REASON_LENGTH} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
    </FormDrawer>
  )
}

/** What a review is bound to. */
function ReviewFacts({ review }: { review: ProjectReview }) {
  const { t } = useTranslation('deploy')
  return (
    <dl className="wl-facts dp-facts">
      <dt>{t('commit')}</dt>
      <dd>
        <MonoText>{review.commitId}</MonoText>
        {review.message && <div>{review.message}</div>}
      </dd>
      <dt>{t('branch')}</dt>
      <dd>{review.branch}</dd>
      <dt>{t('review.creator')}</dt>
      <dd>{review.creator}</dd>
      <dt>{t('review.servers')}</dt>
      <dd>{review.servers.map(isolated).join(', ') || '–'}</dd>
      {review.customVariables.map(({ name, value }) => (
        <VariableFact key={name} name={name} value={value} />
      ))}
    </dl>
  )
}

function VariableFact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>
        <MonoText>{`\${${name}}`}</MonoText>
      </dt>
      <dd>{value || '–'}</dd>
    </>
  )
}
