import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { DeployPromote, DeployRollbackDone, DeployRollout } from '@windlass/shared-kit/contract/rollout'
import { call } from '@windlass/shared-kit/http'
import { LIVE } from '../../components/live.ts'

/** While a deploy runs its servers move on without a message for each step. */
const LOOK_MS = 1500

/** How a deploy is rolled out, and what can be done with where it stands. */
export function useRollout(projectId: number, token: string, isRunning: boolean) {
  const client = useQueryClient()
  const rollout = useQuery({
    ...LIVE,
    queryKey: ['deploy', 'detail', projectId, 'rollout', token],
    // The stages and the log, which are asked at the same moment, say what is wrong.
    queryFn: ({ signal }) => call(DeployRollout, { projectId, token }, { signal, quiet: true }),
    refetchInterval: isRunning ? LOOK_MS : false,
  })
  const onSettled = () => client.invalidateQueries({ queryKey: ['deploy'] })
  const rollBack = useMutation({ mutationFn: () => call(DeployRollbackDone, { projectId, token }), onSettled })
  const promote = useMutation({ mutationFn: () => call(DeployPromote, { projectId, token }), onSettled })
  return { rollout, rollBack: rollBack.mutateAsync, promote: promote.mutateAsync }
}
