import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  NginxConfigContent,
  NginxConfigList,
  NginxPath,
  NginxStatus,
  NginxVersionContent,
  NginxVersionList,
} from '@windlass/shared-kit/contract/nginx'
import { call } from '@windlass/shared-kit/http'

/** Which nginx: where it is, its program, and the main file where several run. */
export interface Place {
  serverId: number
  path: string
  conf?: string
}

const VERSIONS_SHOWN = 100
const STATUS_MS = 20_000

/** Where nginx is on a server. */
export function useNginxPath(serverId: number) {
  return useQuery({
    queryKey: ['nginx', 'path', serverId],
    queryFn: ({ signal }) => call(NginxPath, { serverId }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The files of a configuration. */
export function useNginxList(place: Place | undefined) {
  return useQuery({
    queryKey: ['nginx', 'list', place],
    enabled: place !== undefined,
    retry: false,
    queryFn: ({ signal }) => {
      const { serverId = 0, path = '', conf } = place ?? {}
      return call(NginxConfigList, { serverId, dir: path, ...(conf && { conf }) }, { signal, quiet: true })
    },
  })
}

/** How it runs, asked again and again while it is looked at. */
export function useNginxStatus(place: Place, isWatched: boolean) {
  return useQuery({
    queryKey: ['nginx', 'status', place],
    refetchInterval: isWatched ? STATUS_MS : false,
    queryFn: ({ signal }) => call(NginxStatus, place, { signal, quiet: true }),
  })
}

/** The text of a file, as it is now. */
export function useNginxContent(place: Place, file: { dir: string; name: string } | undefined) {
  return useQuery({
    queryKey: ['nginx', 'content', place, file],
    enabled: file !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    // Whoever opens a file wants what is there now.
    gcTime: 0,
    retry: false,
    queryFn: ({ signal }) => {
      const { dir = '', name = '' } = file ?? {}
      return call(NginxConfigContent, { ...place, dir, filename: name }, { signal, quiet: true })
    },
  })
}

/** The states of a file, newest first. */
export function useNginxVersions(serverId: number, file: string) {
  return useQuery({
    queryKey: ['nginx', 'versions', serverId, file],
    queryFn: ({ signal }) => call(NginxVersionList, { serverId, file, page: 1, rows: VERSIONS_SHOWN }, { signal }),
    select: (data) => data.list,
  })
}

/** The text of a state. */
export function useNginxVersion(id: number | undefined) {
  return useQuery({
    queryKey: ['nginx', 'version', id],
    enabled: id !== undefined,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(NginxVersionContent, { id: id ?? 0 }, { signal }),
  })
}

/** What is stale once files have changed. */
export function useNginxChanged(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await Promise.all(
      ['list', 'status', 'versions', 'content'].map((name) => client.invalidateQueries({ queryKey: ['nginx', name] })),
    )
  }
}
