import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '@windlass/shared-kit/contract'
import {
  InvitationAdd,
  InvitationList,
  InvitationOptions,
  InvitationRevoke,
} from '@windlass/shared-kit/contract/invitation'
import { call } from '@windlass/shared-kit/http'

/** The open invitations, what one may hold, and what can be done with them. */
export function useInvitations() {
  const client = useQueryClient()
  const changed = { onSuccess: () => client.invalidateQueries({ queryKey: ['invitation', 'list'] }) }
  const list = useQuery({
    queryKey: ['invitation', 'list'],
    queryFn: ({ signal }) => call(InvitationList, {}, { signal }),
    select: (data) => data.list,
  })
  const options = useQuery({
    queryKey: ['invitation', 'options'],
    queryFn: ({ signal }) => call(InvitationOptions, {}, { signal }),
  })
  const add = useMutation({
    mutationFn: (input: InputOf<typeof InvitationAdd>) => call(InvitationAdd, input, { quiet: true }),
    ...changed,
  })
  const revoke = useMutation({ mutationFn: (id: number) => call(InvitationRevoke, { id }), ...changed })
  return { list, options, add: add.mutateAsync, revoke: revoke.mutateAsync }
}
