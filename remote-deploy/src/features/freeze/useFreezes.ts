import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '@windlass/shared-kit/contract'
import {
  FreezeWindowAdd,
  FreezeWindowEdit,
  FreezeWindowList,
  FreezeWindowRemove,
} from '@windlass/shared-kit/contract/deployGuard'
import { call } from '@windlass/shared-kit/http'

/** The freeze windows of the namespace, and what can be done with them. */
export function useFreezes() {
  const client = useQueryClient()
  const changed = {
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['deploy', 'board'] })
      return client.invalidateQueries({ queryKey: ['freeze'] })
    },
  }
  const list = useQuery({
    queryKey: ['freeze', 'list'],
    queryFn: ({ signal }) => call(FreezeWindowList, {}, { signal }),
    select: (data) => data.list,
  })
  const add = useMutation({
    mutationFn: (input: InputOf<typeof FreezeWindowAdd>) => call(FreezeWindowAdd, input),
    ...changed,
  })
  const edit = useMutation({
    mutationFn: (input: InputOf<typeof FreezeWindowEdit>) => call(FreezeWindowEdit, input),
    ...changed,
  })
  const remove = useMutation({ mutationFn: (id: number) => call(FreezeWindowRemove, { id }), ...changed })
  return { list, add: add.mutateAsync, edit: edit.mutateAsync, remove: remove.mutateAsync }
}
