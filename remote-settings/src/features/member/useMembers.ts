import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type InputOf, State } from '@windlass/shared-kit/contract'
import { UserEndSessions } from '@windlass/shared-kit/contract/ownSession'
import { SecondFactorReset } from '@windlass/shared-kit/contract/secondFactor'
import {
  type User,
  UserAdd,
  UserChangeState,
  UserDisabledList,
  UserEdit,
  UserList,
  UserRemove,
} from '@windlass/shared-kit/contract/user'
import { call } from '@windlass/shared-kit/http'

/** What a person fills in about a new member. */
export type MemberFields = InputOf<typeof UserAdd>

/** Somebody with an account; those who are disabled come from a list of their own. */
export interface Member extends User {
  isDisabled: boolean
}

/** Everybody who has an account, and what can be done about it. */
export function useMembers() {
  const client = useQueryClient()
  const changed = { onSuccess: () => client.invalidateQueries({ queryKey: ['user'] }) }
  const list = useQuery({
    queryKey: ['user', 'members'],
    queryFn: async ({ signal }): Promise<Member[]> => {
      const [enabled, disabled] = await Promise.all([
        call(UserList, {}, { signal }),
        call(UserDisabledList, {}, { signal }),
      ])
      const members = [
        ...enabled.list.map((user) => ({ ...user, isDisabled: false })),
        ...disabled.list.map((user) => ({ ...user, isDisabled: true })),
      ]
      return members.sort((one, other) => one.id - other.id)
    },
  })
  const add = useMutation({ mutationFn: (fields: MemberFields) => call(UserAdd, fields), ...changed })
  const edit = useMutation({ mutationFn: (user: InputOf<typeof UserEdit>) => call(UserEdit, user), ...changed })
  const remove = useMutation({ mutationFn: (id: number) => call(UserRemove, { id }), ...changed })
  const disable = useMutation({
    mutationFn: (id: number) => call(UserChangeState, { id, state: State.Disabled }),
    ...changed,
  })
  const enable = useMutation({
    mutationFn: (id: number) => call(UserChangeState, { id, state: State.Enabled }),
    ...changed,
  })
  const endSessions = useMutation({ mutationFn: (id: number) => call(UserEndSessions, { id }) })
  const resetFactor = useMutation({ mutationFn: (id: number) => call(SecondFactorReset, { id }) })
  return {
    list,
    add: add.mutateAsync,
    edit: edit.mutateAsync,
    remove: remove.mutateAsync,
    disable: disable.mutateAsync,
    enable: enable.mutateAsync,
    endSessions: endSessions.mutateAsync,
    resetFactor: resetFactor.mutateAsync,
  }
}
