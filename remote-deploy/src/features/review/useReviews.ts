import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '@windlass/shared-kit/contract'
import { DeployReview, ProjectReviewList } from '@windlass/shared-kit/contract/review'
import { call } from '@windlass/shared-kit/http'

/** One page of the list (the wire asks for its size). */
export const REVIEW_ROWS = 20

/** The reviews of a project, and answering them. */
export function useReviews(projectId: number, page: number) {
  const client = useQueryClient()
  const list = useQuery({
    queryKey: ['deploy', 'reviews', projectId, page],
    queryFn: ({ signal }) => call(ProjectReviewList, { id: projectId, page, rows: REVIEW_ROWS }, { signal }),
  })
  const answer = useMutation({
    mutationFn: (input: InputOf<typeof DeployReview>) => call(DeployReview, input),
    // Also after a refusal: somebody else was faster then, and his answer should be seen.
    onSettled: () => client.invalidateQueries({ queryKey: ['deploy'] }),
  })
  return { list, answer: answer.mutateAsync }
}
