import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '@windlass/shared-kit/contract'
import {
  ReleaseCanary,
  ReleaseEndCanary,
  ReleaseHistory,
  ReleaseList,
  ReleasePin,
  ReleasePromote,
  ReleaseRollback,
  ReleaseSetRule,
  ReleaseSwitch,
} from '@windlass/shared-kit/contract/release'
import { SocketType } from '@windlass/shared-kit/contract/socket'
import { call } from '@windlass/shared-kit/http'
import { usePageActive } from '@windlass/shared-kit/remote'
import { useSocketMessage, useSocketReopened } from '@windlass/shared-kit/session'

/** How long figures may be behind; what is taken back is told at once. */
const REFRESH_MS = 30_000
/** Enough to hold the last change of every area. */
const LATEST_EVENTS = 200

/** Reads everything anew when the server tells that something was taken back, or may have told it unheard. */
export function useReleaseFrames(): void {
  const client = useQueryClient()
  const reload = () => void client.invalidateQueries({ queryKey: ['release'] })
  useSocketMessage(SocketType.Release, reload)
  useSocketReopened(reload)
}

/** How often figures are asked for again: while the page is in front. */
export function useRefreshInterval(): number | false {
  return usePageActive() && REFRESH_MS
}

/** Every area with what is out and how it fares. */
export function useReleases() {
  useReleaseFrames()
  const refetchInterval = useRefreshInterval()
  const overview = useQuery({
    queryKey: ['release', 'list'],
    queryFn: ({ signal }) => call(ReleaseList, {}, { signal }),
    refetchInterval,
  })
  const events = useQuery({
    queryKey: ['release', 'latest'],
    queryFn: ({ signal }) => call(ReleaseHistory, { page: 1, rows: LATEST_EVENTS }, { signal }),
    select: ({ list }) => list,
    refetchInterval,
  })
  return { overview, events }
}

/** Everything that changes who gets which version of one area. */
export function useReleaseActions(remote: string) {
  const client = useQueryClient()
  // Also when it failed: somebody else may have been faster, and then this page shows what is no longer so.
  const changed = { onSettled: () => client.invalidateQueries({ queryKey: ['release'] }) }
  const promote = useMutation({
    mutationFn: (version: string) => call(ReleasePromote, { remote, version }),
    ...changed,
  })
  const startCanary = useMutation({
    mutationFn: (input: Omit<InputOf<typeof ReleaseCanary>, 'remote'>) => call(ReleaseCanary, { ...input, remote }),
    ...changed,
  })
  const endCanary = useMutation({ mutationFn: () => call(ReleaseEndCanary, { remote }), ...changed })
  const rollback = useMutation({
    mutationFn: (version: string | undefined) => call(ReleaseRollback, { remote, version }),
    ...changed,
  })
  const pin = useMutation({ mutationFn: (isPinned: boolean) => call(ReleasePin, { remote, isPinned }), ...changed })
  const turnOff = useMutation({
    mutationFn: (reason: string) => call(ReleaseSwitch, { remote, isDisabled: true, reason }),
    ...changed,
  })
  const turnOn = useMutation({
    mutationFn: () => call(ReleaseSwitch, { remote, isDisabled: false, reason: '' }),
    ...changed,
  })
  const setRule = useMutation({
    mutationFn: (rule: Omit<InputOf<typeof ReleaseSetRule>, 'remote'>) => call(ReleaseSetRule, { ...rule, remote }),
    ...changed,
  })
  return {
    promote: promote.mutateAsync,
    startCanary: startCanary.mutateAsync,
    endCanary: endCanary.mutateAsync,
    rollback: rollback.mutateAsync,
    pin: pin.mutateAsync,
    turnOff: turnOff.mutateAsync,
    turnOn: turnOn.mutateAsync,
    setRule: setRule.mutateAsync,
  }
}

export type ReleaseActions = ReturnType<typeof useReleaseActions>
