import { useQuery } from '@tanstack/react-query'
import { ServerOptionList } from '@windlass/shared-kit/contract/server'
import { call } from '@windlass/shared-kit/http'

/** The enabled servers of the namespace with the shared ones: whatever can be worked on. */
export function useServerOptions() {
  return useQuery({
    queryKey: ['server', 'options'],
    queryFn: ({ signal }) => call(ServerOptionList, {}, { signal }),
    select: (data) => data.list,
  })
}
