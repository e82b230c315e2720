import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { State } from '@windlass/shared-kit/contract/enums'
import { ProjectSetAutoDeploy } from '@windlass/shared-kit/contract/project'
import { WebhookSecret, WebhookSetSecret } from '@windlass/shared-kit/contract/webhook'
import { call } from '@windlass/shared-kit/http'

/** What a code host is told, and the switch that makes its pushes deploy. */
export function useWebhook(projectId: number) {
  const client = useQueryClient()
  const key = ['deploy', 'webhook', projectId]
  const settings = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(WebhookSecret, { projectId }, { signal }),
  })
  const renew = useMutation({
    mutationFn: (action: 'generate' | 'remove') => call(WebhookSetSecret, { projectId, action }),
    onSuccess: (data) => client.setQueryData(key, data),
  })
  const turn = useMutation({
    mutationFn: (isOn: boolean) =>
      call(ProjectSetAutoDeploy, { id: projectId, autoDeploy: isOn ? State.Enabled : State.Disabled }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['project', 'list'] }),
        client.invalidateQueries({ queryKey: ['deploy', 'board'] }),
      ]),
  })
  return { settings, renew: renew.mutateAsync, turn: turn.mutateAsync, isTurning: turn.isPending }
}
