import { useQuery } from '@tanstack/react-query'
import { DeployList } from '@windlass/shared-kit/contract/deploy'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { type Project, ProjectList } from '@windlass/shared-kit/contract/project'
import { call } from '@windlass/shared-kit/http'
import { useCan } from '@windlass/shared-kit/permission'

/** One project out of the list the reader may see; null when it is not in there. */
export function useProject(projectId: number) {
  const seesBoard = useCan([Permission.ShowDeployPage])
  const pick = ({ list }: { list: readonly Project[] }): Project | null =>
    list.find(({ id }) => id === projectId) ?? null
  // The very keys of the board and of the project list, so that a page opened from there has it at once.
  const board = useQuery({
    queryKey: ['deploy', 'board'],
    queryFn: ({ signal }) => call(DeployList, {}, { signal }),
    select: pick,
    enabled: seesBoard,
  })
  const projects = useQuery({
    queryKey: ['project', 'list'],
    queryFn: ({ signal }) => call(ProjectList, {}, { signal }),
    select: pick,
    enabled: !seesBoard,
  })
  return seesBoard ? board : projects
}
