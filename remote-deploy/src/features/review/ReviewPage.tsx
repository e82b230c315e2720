import './review.css'
import { useUrlState } from '@windlass/shared-kit/ui'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { ProjectFrame } from '../../components/ProjectFrame.tsx'
import { AnswerForm, type Answering } from './AnswerForm.tsx'
import { ReviewTable } from './ReviewTable.tsx'
import { useReviews } from './useReviews.ts'

/** Deploys of a project that wait, or waited, for a second person. */
export default function ReviewPage() {
  const projectId = Number(useParams()['projectId'])
  const url = useUrlState({ page: '1' })
  const page = Number(url.values.page)
  const reviews = useReviews(projectId, page)
  const [answering, setAnswering] = useState<Answering>()
  return (
    <ProjectFrame projectId={projectId} current="review">
      {() => (
        <>
          <ReviewTable
            of={reviews.list}
            page={page}
            onPage={(next) => url.change({ page: String(next) })}
            onAnswer={setAnswering}
          />
          <AnswerForm answering={answering} onAnswer={reviews.answer} onClose={() => setAnswering(undefined)} />
        </>
      )}
    </ProjectFrame>
  )
}
