import { useQuery } from '@tanstack/react-query'
import { ReleaseCompare, ReleaseHistory, ReleaseList, ReleaseVersionList } from '@windlass/shared-kit/contract/release'
import { ReleaseFailureList, ReleaseLoads } from '@windlass/shared-kit/contract/releaseLoads'
import { call } from '@windlass/shared-kit/http'
import { useRefreshInterval, useReleaseFrames } from './useReleases.ts'

/** The span of the plots at first. */
export const DEFAULT_HOURS = 24
/** As many events as an area's page shows and needs to know what was stable before. */
const HISTORY_ROWS = 100

/** One area with its versions, how they fare, and what was done to it. */
export function useRemote(remote: string, hours: number) {
  useReleaseFrames()
  const refetchInterval = useRefreshInterval()
  const overview = useQuery({
    queryKey: ['release', 'list'],
    queryFn: ({ signal }) => call(ReleaseList, {}, { signal }),
    select: ({ list, host }) => ({ row: list.find((row) => row.remote === remote), host }),
    refetchInterval,
  })
  const isKnown = overview.data?.row !== undefined
  const live = { refetchInterval, enabled: isKnown }
  const versions = useQuery({
    queryKey: ['release', 'versions', remote],
    queryFn: ({ signal }) => call(ReleaseVersionList, { remote }, { signal }),
    select: ({ list }) => list,
    ...live,
  })
  const loads = useQuery({
    queryKey: ['release', 'loads', remote, hours],
    queryFn: ({ signal }) => call(ReleaseLoads, { remote, hours }, { signal }),
    // The old plot stays until the new one is here; that of another area never does.
    placeholderData: (before, query) => (query?.queryKey[2] === remote ? before : undefined),
    ...live,
  })
  const failures = useQuery({
    queryKey: ['release', 'failures', remote],
    queryFn: ({ signal }) => call(ReleaseFailureList, { remote }, { signal }),
    select: ({ list }) => list,
    ...live,
  })
  const history = useQuery({
    queryKey: ['release', 'history', remote],
    queryFn: ({ signal }) => call(ReleaseHistory, { remote, page: 1, rows: HISTORY_ROWS }, { signal }),
    ...live,
  })
  return { overview, versions, loads, failures, history }
}

/** What one version changes against another; two versions never change, so this is asked for once. */
export function useComparison(remote: string, from: string, to: string) {
  return useQuery({
    queryKey: ['release', 'compare', remote, from, to],
    queryFn: ({ signal }) => call(ReleaseCompare, { remote, from, to }, { signal }),
    enabled: from !== '' && to !== '' && from !== to,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
