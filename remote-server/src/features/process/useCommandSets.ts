import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '@windlass/shared-kit/contract'
import {
  CommandSetAdd,
  CommandSetEdit,
  CommandSetList,
  CommandSetRemove,
  CommandStart,
} from '@windlass/shared-kit/contract/serverProcess'
import { call } from '@windlass/shared-kit/http'

const KEY = ['server', 'commandSets']

/** The command sets of the namespace, and what can be done with them. */
export function useCommandSets() {
  const client = useQueryClient()
  const done = { onSettled: () => client.invalidateQueries({ queryKey: KEY }) }
  const list = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(CommandSetList, {}, { signal }),
    select: (data) => data.list,
  })
  const add = useMutation({
    mutationFn: (input: InputOf<typeof CommandSetAdd>) => call(CommandSetAdd, input, { quiet: true }),
    ...done,
  })
  const edit = useMutation({
    mutationFn: (input: InputOf<typeof CommandSetEdit>) => call(CommandSetEdit, input, { quiet: true }),
    ...done,
  })
  const remove = useMutation({ mutationFn: (id: number) => call(CommandSetRemove, { id }), ...done })
  const start = useMutation({
    mutationFn: (input: InputOf<typeof CommandStart>) => call(CommandStart, input),
    onSettled: () => client.invalidateQueries({ queryKey: ['server', 'runs'] }),
  })
  return {
    list,
    add: add.mutateAsync,
    edit: edit.mutateAsync,
    remove: remove.mutateAsync,
    start: start.mutateAsync,
  }
}
