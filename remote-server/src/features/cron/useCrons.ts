import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '@windlass/shared-kit/contract'
import {
  CronAdd,
  CronCopy,
  CronEdit,
  CronHistory,
  CronList,
  CronLogList,
  CronRemove,
  CronStart,
  CronStop,
  CronToggle,
} from '@windlass/shared-kit/contract/cron'
import { call } from '@windlass/shared-kit/http'
import { usePageActive } from '@windlass/shared-kit/remote'

const CRONS = ['server', 'crons'] as const
const RENEW_MS = 20_000
const LIVE_MS = 1_500
const ROWS = 20

/** Which runs of a task are shown. */
export type RunFilter = '' | 'failed' | 'success'

/** The tasks of a server with its agent, and ways to change them. Forms show what the server refuses. */
export function useCrons(serverId: number) {
  const client = useQueryClient()
  const isActive = usePageActive()
  const changed = { onSuccess: () => client.invalidateQueries({ queryKey: CRONS }) }
  const list = useQuery({
    queryKey: [...CRONS, serverId],
    queryFn: ({ signal }) => call(CronList, { serverId }, { signal }),
    enabled: serverId > 0 && isActive,
    refetchInterval: ({ state }) =>
      state.data?.list.some(({ lastRun }) => lastRun?.state === 'running') ? LIVE_MS : RENEW_MS,
  })
  const add = useMutation({
    mutationFn: (input: InputOf<typeof CronAdd>) => call(CronAdd, input, { quiet: true }),
    ...changed,
  })
  const edit = useMutation({
    mutationFn: (input: InputOf<typeof CronEdit>) => call(CronEdit, input, { quiet: true }),
    ...changed,
  })
  const copy = useMutation({
    mutationFn: (input: InputOf<typeof CronCopy>) => call(CronCopy, input, { quiet: true }),
    ...changed,
  })
  const toggle = useMutation({
    mutationFn: (input: InputOf<typeof CronToggle>) => call(CronToggle, input),
    ...changed,
  })
  const remove = useMutation({ mutationFn: (id: number) => call(CronRemove, { id }), ...changed })
  const start = useMutation({ mutationFn: (id: number) => call(CronStart, { id }), ...changed })
  return {
    list,
    add: add.mutateAsync,
    edit: edit.mutateAsync,
    copy: copy.mutateAsync,
    toggle,
    remove: remove.mutateAsync,
    start: start.mutateAsync,
  }
}

export type Crons = ReturnType<typeof useCrons>

/** The runs of a task, newest first, page after page, and a way to end one. */
export function useRuns(task: { serverId: number; cronId: number }, result: RunFilter) {
  const client = useQueryClient()
  const isActive = usePageActive()
  const runs = useInfiniteQuery({
    queryKey: [...CRONS, 'runs', task, result],
    queryFn: ({ signal, pageParam }) =>
      call(CronLogList, { ...task, page: pageParam, rows: ROWS, ...(result !== '' && { result }) }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.list.length === ROWS ? pages.length + 1 : undefined),
    enabled: isActive,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ list }) => list.some((run) => run.state === 'running')) ? LIVE_MS : RENEW_MS,
  })
  const history = useQuery({
    queryKey: [...CRONS, 'history', task],
    queryFn: ({ signal }) => call(CronHistory, task, { signal }),
    select: ({ list }) => list,
    enabled: isActive,
    refetchInterval: RENEW_MS,
  })
  const stop = useMutation({
    mutationFn: (id: number) => call(CronStop, { id }),
    onSuccess: () => client.invalidateQueries({ queryKey: CRONS }),
  })
  return { runs, history, stop }
}
