import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '@windlass/shared-kit/contract'
import {
  TerminalEnd,
  TerminalRemoveGuest,
  TerminalSessionList,
  TerminalShare,
  TerminalUnshare,
} from '@windlass/shared-kit/contract/terminal'
import { call } from '@windlass/shared-kit/http'
import { usePageActive } from '@windlass/shared-kit/remote'

const KEY = ['terminal', 'sessions']
const REFRESH_MS = 30_000

/** The caller's own sessions on the server, also those that no page shows. */
export function useSessions() {
  const isActive = usePageActive()
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(TerminalSessionList, {}, { signal, quiet: true }),
    select: (data) => data.list,
    refetchInterval: isActive ? REFRESH_MS : false,
  })
}

/** What can be done with a session beside typing into it. */
export function useSessionActions() {
  const client = useQueryClient()
  const renew = () => client.invalidateQueries({ queryKey: KEY })
  const end = useMutation({
    mutationFn: (session: string) => call(TerminalEnd, { session }),
    onSettled: renew,
  })
  const share = useMutation({
    mutationFn: (input: InputOf<typeof TerminalShare>) => call(TerminalShare, input),
    onSuccess: renew,
  })
  const unshare = useMutation({
    mutationFn: (input: InputOf<typeof TerminalUnshare>) => call(TerminalUnshare, input),
    onSettled: renew,
  })
  const removeGuest = useMutation({
    mutationFn: (input: InputOf<typeof TerminalRemoveGuest>) => call(TerminalRemoveGuest, input),
    onSettled: renew,
  })
  return {
    renew,
    end: end.mutateAsync,
    share: share.mutateAsync,
    unshare: unshare.mutateAsync,
    removeGuest: removeGuest.mutateAsync,
  }
}
