import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '@windlass/shared-kit/contract'
import {
  CrontabBackup,
  CrontabHost,
  CrontabList,
  CrontabRun,
  CrontabSave,
  CrontabSystem,
  CrontabVersionContent,
  CrontabVersionList,
} from '@windlass/shared-kit/contract/crontab'
import { call } from '@windlass/shared-kit/http'

/** Whose crontab on which server; "" is the account of the connection. */
export interface Whose {
  serverId: number
  user: string
}

const VERSIONS_SHOWN = 200
const HOST_MS = 60_000

/** The cron of a server and its surroundings. */
export function useCronHost(serverId: number) {
  return useQuery({
    queryKey: ['crontab', 'host', serverId],
    queryFn: ({ signal }) => call(CrontabHost, { serverId }, { signal, quiet: true }),
    staleTime: HOST_MS,
    retry: false,
  })
}

/** The crontab as it is on the server. It is read again only when somebody asks: an edit begins with what was seen. */
export function useCrontab(whose: Whose) {
  return useQuery({
    queryKey: ['crontab', 'list', whose],
    queryFn: ({ signal }) => call(CrontabList, whose, { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
}

/** What changes a crontab or keeps it. */
export function useCrontabChanges(whose: Whose) {
  const client = useQueryClient()
  const renew = () => client.invalidateQueries({ queryKey: ['crontab', 'versions', whose.serverId] })
  const save = useMutation({
    mutationFn: (input: Pick<InputOf<typeof CrontabSave>, 'raw' | 'hash' | 'note'>) =>
      call(CrontabSave, { ...whose, ...input }, { quiet: true }),
    onSuccess: (state) => client.setQueryData(['crontab', 'list', whose], state),
    onSettled: renew,
  })
  const backup = useMutation({
    mutationFn: (note: string) => call(CrontabBackup, { ...whose, note }),
    onSettled: renew,
  })
  return { save: save.mutateAsync, backup: backup.mutateAsync, isKeeping: backup.isPending }
}

/** Starts a line of a text. */
export const startLine = (whose: Whose, raw: string, line: number) => call(CrontabRun, { ...whose, raw, line })

/** The kept states, newest first. */
export function useCrontabVersions(serverId: number, account: string) {
  return useQuery({
    queryKey: ['crontab', 'versions', serverId, account],
    enabled: account !== '',
    queryFn: ({ signal }) =>
      call(CrontabVersionList, { serverId, account, page: 1, rows: VERSIONS_SHOWN }, { signal, quiet: true }),
    select: (data) => data.list,
  })
}

/** The text of a kept state. */
export function useCrontabVersion(id: number | undefined) {
  return useQuery({
    queryKey: ['crontab', 'version', id],
    enabled: id !== undefined,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(CrontabVersionContent, { id: id ?? 0 }, { signal }),
  })
}

/** The tables of the system. */
export function useSystemTables(serverId: number) {
  return useQuery({
    queryKey: ['crontab', 'system', serverId],
    queryFn: ({ signal }) => call(CrontabSystem, { serverId }, { signal, quiet: true }),
    retry: false,
  })
}
