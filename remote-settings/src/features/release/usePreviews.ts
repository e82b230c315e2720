import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  ReleaseAddPreview,
  ReleasePreviewList,
  ReleaseRevokePreview,
} from '@windlass/shared-kit/contract/releasePreview'
import { call } from '@windlass/shared-kit/http'
import { useRefreshInterval } from './useReleases.ts'

/** Who is shown which candidate of an area; renewed together with the rest of its page. */
export function usePreviews(remote: string) {
  const client = useQueryClient()
  const changed = { onSettled: () => client.invalidateQueries({ queryKey: ['release'] }) }
  const list = useQuery({
    queryKey: ['release', 'previews', remote],
    queryFn: ({ signal }) => call(ReleasePreviewList, { remote }, { signal }),
    select: (data) => data.list,
    refetchInterval: useRefreshInterval(),
  })
  const add = useMutation({
    mutationFn: (input: { version: string; userId: number; seconds: number }) =>
      call(ReleaseAddPreview, { ...input, remote }),
    ...changed,
  })
  const revoke = useMutation({ mutationFn: (id: number) => call(ReleaseRevokePreview, { id }), ...changed })
  return { list, add: add.mutateAsync, revoke: revoke.mutateAsync }
}
