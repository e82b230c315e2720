import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '@windlass/shared-kit/contract'
import { UserAdd, UserEdit, UserList, UserRemove } from '@windlass/shared-kit/contract/user'
import { call } from '@windlass/shared-kit/http'

/** What a person fills in about a new member. */
export type MemberFields = InputOf<typeof UserAdd>

/** Everybody who can sign in, and what can be done about it. */
export function useMembers() {
  const client = useQueryClient()
  const changed = { onSuccess: () => client.invalidateQueries({ queryKey: ['user'] }) }
  const list = useQuery({
    queryKey: ['user', 'list'],
    queryFn: ({ signal }) => call(UserList, {}, { signal }),
    select: (data) => data.list,
  })
  const add = useMutation({ mutationFn: (fields: MemberFields) => call(UserAdd, fields), ...changed })
  const edit = useMutation({ mutationFn: (user: InputOf<typeof UserEdit>) => call(UserEdit, user), ...changed })
  const remove = useMutation({ mutationFn: (id: number) => call(UserRemove, { id }), ...changed })
  return { list, add: add.mutateAsync, edit: edit.mutateAsync, remove: remove.mutateAsync }
}
