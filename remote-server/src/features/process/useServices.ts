import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '@windlass/shared-kit/contract'
import { ServiceList, ServiceManage } from '@windlass/shared-kit/contract/serverProcess'
import { call } from '@windlass/shared-kit/http'
import { usePageActive } from '@windlass/shared-kit/remote'

const LOOK_MS = 10_000

/** What runs on a server, looked at again while the page is in front. */
export function useServices(serverId: number) {
  const client = useQueryClient()
  const isActive = usePageActive()
  const key = ['server', 'services', serverId]
  const services = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(ServiceList, { serverId }, { signal, quiet: true }),
    enabled: serverId > 0,
    refetchInterval: ({ state }) => (isActive && !state.error ? LOOK_MS : false),
  })
  const manage = useMutation({
    mutationFn: (input: Omit<InputOf<typeof ServiceManage>, 'serverId'>) => call(ServiceManage, { serverId, ...input }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
  return { services, manage: manage.mutateAsync }
}
