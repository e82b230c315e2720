import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { DemoCreate, DemoRemove, DemoState } from '@windlass/shared-kit/contract/demo'
import { DeployCancel, DeployList, DeployResetState, type DeployRow } from '@windlass/shared-kit/contract/deploy'
import { DeployLockRemove } from '@windlass/shared-kit/contract/deployGuard'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { type SocketProjectMessage, SocketType } from '@windlass/shared-kit/contract/socket'
import { call } from '@windlass/shared-kit/http'
import { useCan } from '@windlass/shared-kit/permission'
import { useSocketMessage, useSocketReopened } from '@windlass/shared-kit/session'
import { useEffect, useRef } from 'react'
import { LIVE } from '../../components/live.ts'
import { boardRow } from './boardRow.ts'

const BOARD = ['deploy', 'board']
/** Frames of busy deploys come many a second; one look at the list for all of them is enough. */
const GATHER_MS = 250

/** One function for all renders, so that a render reads no row again. */
const boardRows = ({ list }: { list: readonly DeployRow[] }) => list.map(boardRow)

/** The projects of the board, kept up to date by the websocket. */
export function useBoard() {
  const client = useQueryClient()
  const list = useQuery({
    ...LIVE,
    queryKey: BOARD,
    queryFn: ({ signal }) => call(DeployList, {}, { signal }),
    select: boardRows,
  })
  const reload = useGathered(() => client.invalidateQueries({ queryKey: BOARD }))
  const told = useRef(new Map<number, string>())
  useSocketMessage<SocketProjectMessage>(SocketType.Project, ({ projectId, token = '', state, message }) => {
    // While a log grows the same is said many times a second, which changes nothing here.
    const news = `${token} ${state} ${message}`
    if (told.current.get(projectId) === news) return
    told.current.set(projectId, news)
    reload()
  })
  useSocketMessage<{ reason: string }>(SocketType.Reload, ({ reason }) => reason === 'queue' && reload())
  useSocketReopened(reload)

  const cancel = useMutation({
    mutationFn: ({ id, lastPublishToken }: DeployRow) => call(DeployCancel, { projectId: id, token: lastPublishToken }),
    onSettled: reload,
  })
  const reset = useMutation({
    mutationFn: (projectId: number) => call(DeployResetState, { projectId }),
    onSettled: reload,
  })
  const unlock = useMutation({
    mutationFn: (projectId: number) => call(DeployLockRemove, { projectId }),
    onSettled: reload,
  })
  return { list, reload, cancel: cancel.mutateAsync, reset: reset.mutateAsync, unlock: unlock.mutateAsync }
}

/** Runs something once for everything that asked for it within a moment. */
function useGathered(run: () => unknown): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      run()
    }, GATHER_MS)
  }
}

/** The demo target, for those who may add projects. */
export function useDemo() {
  const client = useQueryClient()
  const mayAdd = useCan([Permission.AddProject])
  const changed = { onSettled: () => client.invalidateQueries() }
  const state = useQuery({
    queryKey: ['deploy', 'demo'],
    queryFn: ({ signal }) => call(DemoState, {}, { signal }),
    enabled: mayAdd,
  })
  const create = useMutation({ mutationFn: () => call(DemoCreate), ...changed })
  const remove = useMutation({ mutationFn: () => call(DemoRemove), ...changed })
  return { state, create, remove }
}
