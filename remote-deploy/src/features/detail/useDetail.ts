import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  DeployCancel,
  DeployHistory,
  DeployList,
  DeployRebuild,
  DeployReleaseList,
  DeployResetState,
  DeployTraceList,
} from '@windlass/shared-kit/contract/deploy'
import { type SocketProjectMessage, SocketType } from '@windlass/shared-kit/contract/socket'
import { call } from '@windlass/shared-kit/http'
import { useSocketMessage, useSocketReopened } from '@windlass/shared-kit/session'
import { useRef } from 'react'
import { LIVE } from '../../components/live.ts'
import { type HistoryFilter, historyInput } from './historyFilter.ts'

/** One page of the history. */
export const HISTORY_ROWS = 20
/** How often a stage that goes on is read again. */
const STAGE_NEWS_MS = 1_000

/** A project with its deploys, and what can be done with them. */
export function useDetail(projectId: number, historyPage: number, filter: HistoryFilter) {
  const client = useQueryClient()
  const latest = useRef({ step: '', time: 0 })
  const reload = () => {
    void client.invalidateQueries({ queryKey: ['deploy', 'board'] })
    void client.invalidateQueries({ queryKey: ['deploy', 'detail', projectId] })
  }
  const project = useQuery({
    ...LIVE,
    queryKey: ['deploy', 'board'],
    queryFn: ({ signal }) => call(DeployList, {}, { signal }),
    select: ({ list }) => list.find((row) => row.id === projectId) ?? null,
  })
  const history = useQuery({
    ...LIVE,
    queryKey: ['deploy', 'detail', projectId, 'history', historyPage, filter],
    queryFn: ({ signal }) =>
      call(DeployHistory, { ...historyInput(filter), projectId, page: historyPage, rows: HISTORY_ROWS }, { signal }),
    // The old list stays until the new one is here, so that nothing jumps; another project's never does.
    placeholderData: (before, query) => (query?.queryKey[2] === projectId ? before : undefined),
  })
  useSocketMessage<SocketProjectMessage>(SocketType.Project, ({ projectId: id, token, state, message }) => {
    if (id !== projectId) return
    const step = `${token} ${state} ${message}`
    // A stage that goes on tells of every growth of the log, which reads on by itself; its servers move on less often.
    if (step === latest.current.step && Date.now() - latest.current.time < STAGE_NEWS_MS) return
    latest.current = { step, time: Date.now() }
    reload()
  })
  useSocketReopened(reload)

  const done = { onSettled: reload }
  const cancel = useMutation({ mutationFn: (token: string) => call(DeployCancel, { projectId, token }), ...done })
  const reset = useMutation({ mutationFn: () => call(DeployResetState, { projectId }), ...done })
  const rollback = useMutation({ mutationFn: (token: string) => call(DeployRebuild, { projectId, token }), ...done })
  return {
    project,
    history,
    reload,
    cancel: cancel.mutateAsync,
    reset: reset.mutateAsync,
    rollback: rollback.mutateAsync,
  }
}

/** The records of one deploy; read again while it runs. */
export function useTrace(projectId: number, token: string) {
  return useQuery({
    ...LIVE,
    queryKey: ['deploy', 'detail', projectId, 'trace', token],
    queryFn: ({ signal }) => call(DeployTraceList, { lastPublishToken: token }, { signal }),
    select: ({ list }) => list,
    enabled: token !== '',
  })
}

/** What is kept on the servers and can be gone back to. */
export function useReleases(projectId: number, isOpen: boolean) {
  return useQuery({
    ...LIVE,
    queryKey: ['deploy', 'detail', projectId, 'releases'],
    queryFn: ({ signal }) => call(DeployReleaseList, { projectId }, { signal, timeoutMs: 60_000 }),
    select: ({ list }) => list,
    enabled: isOpen,
  })
}
