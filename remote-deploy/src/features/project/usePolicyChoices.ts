import { useMutation, useQuery } from '@tanstack/react-query'
import type { InputOf } from '@windlass/shared-kit/contract'
import { MonitorList } from '@windlass/shared-kit/contract/monitor'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { ProjectList } from '@windlass/shared-kit/contract/project'
import { DeployTestProbe } from '@windlass/shared-kit/contract/rollout'
import { call } from '@windlass/shared-kit/http'
import { useCan } from '@windlass/shared-kit/permission'

/** What a rollout can be tied to: monitors to silence and the project that comes next. */
export function usePolicyChoices() {
  const mayLook = useCan([Permission.ShowMonitorPage])
  const monitors = useQuery({
    queryKey: ['project', 'monitors'],
    queryFn: ({ signal }) => call(MonitorList, {}, { signal }),
    select: ({ list }) => list.map(({ id, name }) => ({ value: id, label: name })),
    enabled: mayLook,
  })
  const projects = useQuery({
    queryKey: ['project', 'list'],
    queryFn: ({ signal }) => call(ProjectList, {}, { signal }),
    select: ({ list }) => list.map(({ id, name, environment }) => ({ id, name, environment })),
  })
  return { monitors: mayLook ? monitors : undefined, projects }
}

/** Asks a probe that is only in the form so far; the form shows what came of it. */
export function useProbeTest() {
  return useMutation({
    mutationFn: (input: InputOf<typeof DeployTestProbe>) => call(DeployTestProbe, input, { quiet: true }),
  })
}
