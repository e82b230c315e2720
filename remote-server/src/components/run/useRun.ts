import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  hasEnded,
  type RunState,
  runFrame,
  ScriptRunGet,
  ScriptRunKill,
  ScriptRunOutput,
} from '@windlass/shared-kit/contract/serverScript'
import { type SocketProcessMessage, SocketType } from '@windlass/shared-kit/contract/socket'
import { call } from '@windlass/shared-kit/http'
import { useSocketMessage } from '@windlass/shared-kit/session'
import { useState } from 'react'
import { type Heard, hear, together } from './runOutput.ts'

const STATE_MS = 1_000
const OUTPUT_MS = 2_000

/** A run, looked at again until it has ended. */
export function useRun(id: number) {
  const client = useQueryClient()
  const run = useQuery({
    queryKey: ['server', 'run', id],
    queryFn: ({ signal }) => call(ScriptRunGet, { id }, { signal, quiet: true }),
    refetchInterval: ({ state }) => (state.data?.endTime === '' ? STATE_MS : false),
  })
  const kill = useMutation({
    mutationFn: (serverId?: number) => call(ScriptRunKill, { id, ...(serverId !== undefined && { serverId }) }),
    onSettled: () => client.invalidateQueries({ queryKey: ['server', 'run', id] }),
  })
  return { run, kill: kill.mutateAsync, isKilling: kill.isPending }
}

type HeardStreams = Partial<Record<SocketProcessMessage['stream'], Heard>>

/** What a run says on a server, as it says it. */
export function useRunOutput(id: number, serverId: number, state: RunState) {
  const frame = runFrame(id, serverId)
  const [heard, setHeard] = useState<{ frame: string; streams: HeardStreams }>({ frame, streams: {} })
  const output = useQuery({
    // The state is a part of the name, because the last words come with the end.
    queryKey: ['server', 'runOutput', id, serverId, hasEnded(state)],
    queryFn: ({ signal }) => call(ScriptRunOutput, { id, serverId }, { signal, quiet: true }),
    placeholderData: (before, query) => (query?.queryKey[3] === serverId ? before : undefined),
    enabled: state !== 'waiting',
    refetchInterval: state === 'running' ? OUTPUT_MS : false,
  })
  useSocketMessage<SocketProcessMessage>(SocketType.Process, ({ runId, stream, text, offset = 0 }) => {
    if (runId !== frame) return
    setHeard((before) => {
      const streams = before.frame === frame ? before.streams : {}
      return { frame, streams: { ...streams, [stream]: hear(streams[stream], { offset, text }) } }
    })
  })
  const streams = heard.frame === frame && !hasEnded(state) ? heard.streams : {}
  return {
    query: output,
    stdout: together(output.data?.stdout, streams.stdout),
    stderr: together(output.data?.stderr, streams.stderr),
  }
}
