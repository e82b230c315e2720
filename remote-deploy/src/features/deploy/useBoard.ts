import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { DemoCreate, DemoRemove, DemoState } from '@windlass/shared-kit/contract/demo'
import { DeployCancel, DeployList, type DeployRow } from '@windlass/shared-kit/contract/deploy'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { type SocketProjectMessage, SocketProjectState, SocketType } from '@windlass/shared-kit/contract/socket'
import { call } from '@windlass/shared-kit/http'
import { useCan } from '@windlass/shared-kit/permission'
import { useSocketMessage, useSocketReopened } from '@windlass/shared-kit/session'
import { useEffect, useRef } from 'react'
import { boardRow } from './boardRow.ts'

const BOARD = ['deploy', 'board']
/** Frames of busy deploys come many a second; one look at the list for all of them is enough. */
const GATHER_MS = 250

/** The projects of the board, kept up to date by the websocket. */
export function useBoard() {
  const client = useQueryClient()
  const list = useQuery({
    queryKey: BOARD,
    queryFn: ({ signal }) => call(DeployList, {}, { signal }),
    select: ({ list: rows }) => rows.map(boardRow),
  })
  const reload = useGathered(() => client.invalidateQueries({ queryKey: BOARD }))
  useSocketMessage<SocketProjectMessage>(SocketType.Project, ({ state, message }) => {
    // A frame without words only says that a log has grown, which changes nothing here.
    if (state !== SocketProjectState.Deploying || message !== '') reload()
  })
  useSocketMessage<{ reason: string }>(SocketType.Reload, ({ reason }) => reason === 'queue' && reload())
  useSocketReopened(reload)

  const cancel = useMutation({
    mutationFn: ({ id, lastPublishToken }: DeployRow) => call(DeployCancel, { projectId: id, token: lastPublishToken }),
    onSettled: reload,
  })
  return { list, reload, cancel: cancel.mutateAsync }
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
