import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf, OutputOf } from '@windlass/shared-kit/contract'
import {
  type Monitor,
  MonitorAcknowledge,
  MonitorAdd,
  MonitorCheck,
  MonitorEdit,
  type MonitorHealth,
  MonitorHistory,
  MonitorIncidentList,
  MonitorList,
  type MonitorRange,
  MonitorRemove,
  MonitorToggle,
  type QuietReason,
} from '@windlass/shared-kit/contract/monitor'
import {
  MonitorMaintenanceAdd,
  MonitorMaintenanceEdit,
  MonitorMaintenanceList,
  MonitorMaintenanceRemove,
} from '@windlass/shared-kit/contract/monitorMaintenance'
import { ServerOptionList } from '@windlass/shared-kit/contract/server'
import { type SocketMonitorMessage, SocketType } from '@windlass/shared-kit/contract/socket'
import { call } from '@windlass/shared-kit/http'
import { useSocketMessage, useSocketReopened } from '@windlass/shared-kit/session'
import { LIVE } from '../../components/live.ts'

/** What the form sends about a monitor. */
export type MonitorInput = InputOf<typeof MonitorAdd>
/** What the form of a maintenance window sends. */
export type MaintenanceInput = InputOf<typeof MonitorMaintenanceAdd>

const MONITOR = ['monitor']
const LIST = [...MONITOR, 'list']
/** Figures of the last hours move on without a word from the server. */
const RENEW_MS = 30_000

/** A row as a frame of the websocket says it is now. */
function told(row: Monitor, { errorContent, health, quiet, latency, time }: SocketMonitorMessage): Monitor {
  // The frame has the words of the wire only; the others come with the list.
  const { errorContentSaid: _before, ...rest } = row
  const now = row.errorContent === errorContent ? row : { ...rest, errorContent }
  if (row.status === undefined || health === undefined) return now
  return {
    ...now,
    status: {
      ...row.status,
      // The server sends these words only; another one would show as nothing known.
      health: health as MonitorHealth,
      quiet: quiet ? (quiet as QuietReason) : null,
      ...(latency !== undefined && { latency }),
      ...(time !== undefined && { lastCheckTime: time }),
    },
  }
}

/** Shows at once what a frame says, and asks for what it leaves out. */
function useLiveStates(client: QueryClient): void {
  const reload = () => void client.invalidateQueries({ queryKey: MONITOR })
  useSocketMessage<SocketMonitorMessage>(SocketType.Monitor, (message) => {
    client.setQueryData<OutputOf<typeof MonitorList>>(
      LIST,
      (data) => data && { list: data.list.map((row) => (row.id === message.monitorId ? told(row, message) : row)) },
    )
    reload()
  })
  useSocketReopened(reload)
}

/** The monitors of the namespace, kept up to date, and what can be done with them. */
export function useMonitors() {
  const client = useQueryClient()
  useLiveStates(client)
  const changed = { onSuccess: () => void client.invalidateQueries({ queryKey: MONITOR }) }
  const list = useQuery({
    ...LIVE,
    queryKey: LIST,
    queryFn: ({ signal }) => call(MonitorList, {}, { signal }),
    select: (data) => data.list,
    refetchInterval: RENEW_MS,
  })
  const add = useMutation({ mutationFn: (input: MonitorInput) => call(MonitorAdd, input, { quiet: true }), ...changed })
  const edit = useMutation({
    mutationFn: (input: InputOf<typeof MonitorEdit>) => call(MonitorEdit, input, { quiet: true }),
    ...changed,
  })
  const toggle = useMutation({
    mutationFn: (input: { id: number; state: 0 | 1 }) => call(MonitorToggle, input),
    ...changed,
  })
  const remove = useMutation({ mutationFn: (id: number) => call(MonitorRemove, { id }), ...changed })
  return {
    list,
    add: add.mutateAsync,
    edit: edit.mutateAsync,
    toggle: toggle.mutateAsync,
    remove: remove.mutateAsync,
  }
}

/** The servers there are to choose from. */
export function useServerChoices() {
  return useQuery({
    queryKey: [...MONITOR, 'servers'],
    queryFn: ({ signal }) => call(ServerOptionList, {}, { signal }),
    select: ({ list }) => list,
  })
}

/** Checks once what is only in the form so far. The form shows what came of it, so nobody else is told. */
export function useMonitorCheck() {
  return useMutation({
    mutationFn: (input: InputOf<typeof MonitorCheck>) => call(MonitorCheck, input, { quiet: true }),
  })
}

/** How a monitor fared. */
export function useMonitorHistory(id: number, range: MonitorRange) {
  return useQuery({
    ...LIVE,
    queryKey: [...MONITOR, 'history', id, range],
    queryFn: ({ signal }) => call(MonitorHistory, { id, range }, { signal }),
    placeholderData: (before) => before,
    refetchInterval: RENEW_MS,
  })
}

/** The incidents of a monitor, and a way to say that somebody is at one. */
export function useIncidents(id: number) {
  const client = useQueryClient()
  const list = useQuery({
    ...LIVE,
    queryKey: [...MONITOR, 'incidents', id],
    queryFn: ({ signal }) => call(MonitorIncidentList, { id }, { signal }),
    select: (data) => data.list,
  })
  const acknowledge = useMutation({
    mutationFn: (input: { id: number; reason: string }) => call(MonitorAcknowledge, input, { quiet: true }),
    onSuccess: () => void client.invalidateQueries({ queryKey: MONITOR }),
  })
  return { list, acknowledge: acknowledge.mutateAsync }
}

/** The maintenance windows of a monitor, those of all monitors included. */
export function useMaintenance(id: number) {
  const client = useQueryClient()
  const changed = { onSuccess: () => void client.invalidateQueries({ queryKey: MONITOR }) }
  const list = useQuery({
    queryKey: [...MONITOR, 'maintenance', id],
    queryFn: ({ signal }) => call(MonitorMaintenanceList, { id }, { signal }),
    select: (data) => data.list,
  })
  const add = useMutation({
    mutationFn: (input: MaintenanceInput) => call(MonitorMaintenanceAdd, input, { quiet: true }),
    ...changed,
  })
  const edit = useMutation({
    mutationFn: (input: InputOf<typeof MonitorMaintenanceEdit>) => call(MonitorMaintenanceEdit, input, { quiet: true }),
    ...changed,
  })
  const remove = useMutation({
    mutationFn: (windowId: number) => call(MonitorMaintenanceRemove, { id: windowId }),
    ...changed,
  })
  return { list, add: add.mutateAsync, edit: edit.mutateAsync, remove: remove.mutateAsync }
}
