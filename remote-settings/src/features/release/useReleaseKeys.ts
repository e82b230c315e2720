import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '@windlass/shared-kit/contract'
import { ReleaseKeyAdd, ReleaseKeyList, ReleaseKeyRevoke } from '@windlass/shared-kit/contract/releaseKey'
import { call } from '@windlass/shared-kit/http'

/** Whose signature is believed, and what can be done about it. */
export function useReleaseKeys() {
  const client = useQueryClient()
  const changed = { onSettled: () => client.invalidateQueries({ queryKey: ['release'] }) }
  const list = useQuery({
    queryKey: ['release', 'keys'],
    queryFn: ({ signal }) => call(ReleaseKeyList, {}, { signal }),
    select: (data) => data.list,
  })
  const add = useMutation({
    mutationFn: (key: InputOf<typeof ReleaseKeyAdd>) => call(ReleaseKeyAdd, key),
    ...changed,
  })
  const revoke = useMutation({ mutationFn: (id: number) => call(ReleaseKeyRevoke, { id }), ...changed })
  return { list, add: add.mutateAsync, revoke: revoke.mutateAsync }
}
