import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DeliveryOutcome } from '@windlass/shared-kit/contract/webhook'
import { WebhookDeliveryDetail, WebhookDeliveryList, WebhookReplay } from '@windlass/shared-kit/contract/webhook'
import { call } from '@windlass/shared-kit/http'
import { usePageActive } from '@windlass/shared-kit/remote'

const LOOK_MS = 5_000

/** The deliveries of a project that fit the filter, and playing one of them again. */
export function useDeliveries(
  projectId: number,
  { page, rows, outcome }: { page: number; rows: number; outcome: DeliveryOutcome | '' },
) {
  const client = useQueryClient()
  const isActive = usePageActive()
  const list = useQuery({
    queryKey: ['deploy', 'deliveries', projectId, page, rows, outcome],
    queryFn: ({ signal }) => call(WebhookDeliveryList, { projectId, page, rows, outcome }, { signal }),
    // Whoever sets up a webhook looks here for what he sends from another window.
    refetchInterval: isActive ? LOOK_MS : false,
  })
  const replay = useMutation({
    mutationFn: (id: number) => call(WebhookReplay, { projectId, id }),
    onSettled: () => client.invalidateQueries({ queryKey: ['deploy'] }),
  })
  return { list, replay: replay.mutateAsync, isReplaying: replay.isPending }
}

/** One delivery with what was sent. */
export const useDelivery = (projectId: number, id: number) =>
  useQuery({
    queryKey: ['deploy', 'delivery', projectId, id],
    queryFn: ({ signal }) => call(WebhookDeliveryDetail, { projectId, id }, { signal }),
    enabled: id > 0,
  })
