import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '@windlass/shared-kit/contract'
import {
  type AgentState,
  InstallAgent,
  InstallAgentStatus,
  RemoveAgent,
  RotateAgentKey,
  UpgradeAgent,
} from '@windlass/shared-kit/contract/agent'
import { call } from '@windlass/shared-kit/http'
import { usePageActive } from '@windlass/shared-kit/remote'
import { useEffect } from 'react'

const LOOK_MS = 1_000

/** Something is being done about it. */
export const isBusy = ({ task }: Pick<AgentState, 'task'>): boolean =>
  task?.state === 'waiting' || task?.state === 'running'

const CHANGES = { upgrade: UpgradeAgent, rotate: RotateAgentKey, remove: RemoveAgent }
export type AgentChange = keyof typeof CHANGES

/** The agents of servers, looked at each second while something is being done about them. */
export function useAgents(ids: readonly number[]) {
  const client = useQueryClient()
  const isActive = usePageActive()
  const text = ids.join(',')
  const agents = useQuery({
    queryKey: ['server', 'agents', text],
    queryFn: async ({ signal }) => {
      const answer = await call(InstallAgentStatus, { ids: text }, { signal })
      return { version: answer.version, agents: new Map(answer.list.map((agent) => [agent.serverId, agent] as const)) }
    },
    enabled: isActive && ids.length > 0,
    refetchInterval: ({ state }) => ([...(state.data?.agents.values() ?? [])].some(isBusy) ? LOOK_MS : false),
  })
  const isAnyBusy = [...(agents.data?.agents.values() ?? [])].some(isBusy)
  useEffect(() => {
    if (!isAnyBusy) return
    // The page of a server shows at once what came of it.
    return () => void client.invalidateQueries({ queryKey: ['server', 'metrics'] })
  }, [client, isAnyBusy])
  const renew = () => client.invalidateQueries({ queryKey: ['server', 'agents'] })
  const install = useMutation({
    mutationFn: (input: InputOf<typeof InstallAgent>) => call(InstallAgent, input),
    onSettled: renew,
  })
  const change = useMutation({
    mutationFn: ({ action, ids: chosen }: { action: AgentChange; ids: number[] }) =>
      call(CHANGES[action], { ids: chosen }),
    onSettled: renew,
  })
  return {
    agents,
    install: install.mutateAsync,
    change: change.mutateAsync,
    isStarting: install.isPending || change.isPending,
  }
}
