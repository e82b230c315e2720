import { useMutation, useQuery } from '@tanstack/react-query'
import type { InputOf } from '@windlass/shared-kit/contract'
import { DeployGreyPublish, DeployPublish } from '@windlass/shared-kit/contract/deploy'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { ProjectServerList } from '@windlass/shared-kit/contract/project'
import { RepositoryBranchList, RepositoryCommitList, RepositoryTagList } from '@windlass/shared-kit/contract/repository'
import { call } from '@windlass/shared-kit/http'
import { useCan } from '@windlass/shared-kit/permission'

/** What a deploy is asked for with. */
export type PublishInput = InputOf<typeof DeployPublish>

/** The servers of a project, and the call that deploys to them. */
export function usePublish(projectId: number | undefined) {
  const mayPublish = useCan([Permission.DeployProject])
  const servers = useQuery({
    queryKey: ['deploy', 'servers', projectId],
    queryFn: ({ signal }) => call(ProjectServerList, { id: projectId ?? 0 }, { signal }),
    select: ({ list }) =>
      list.map(({ serverId, server }) => ({ id: serverId, name: server.name, description: server.description })),
    enabled: projectId !== undefined,
  })
  // Who may only deploy to chosen servers has an endpoint of his own.
  const publish = useMutation({
    mutationFn: (input: PublishInput) => call(mayPublish ? DeployPublish : DeployGreyPublish, input),
  })
  return { servers, publish: publish.mutateAsync }
}

/** Branches, commits and tags to choose from; each is fetched when it is asked for. */
export function useRevisions(projectId: number, wanted: { what: 'commit' | 'newest' | 'tag'; branch: string }) {
  const branches = useQuery({
    queryKey: ['deploy', 'branches', projectId],
    queryFn: ({ signal }) => call(RepositoryBranchList, { id: projectId }, { signal }),
    select: ({ list }) => (list ?? []).filter((branch) => !branch.includes('HEAD')),
    enabled: wanted.what === 'commit',
  })
  const commits = useQuery({
    queryKey: ['deploy', 'commits', projectId, wanted.branch],
    queryFn: ({ signal }) => call(RepositoryCommitList, { id: projectId, branch: wanted.branch }, { signal }),
    select: ({ list }) => list,
    enabled: wanted.what === 'commit' && wanted.branch !== '',
  })
  const tags = useQuery({
    queryKey: ['deploy', 'tags', projectId],
    queryFn: ({ signal }) => call(RepositoryTagList, { id: projectId }, { signal }),
    select: ({ list }) => list,
    enabled: wanted.what === 'tag',
  })
  return { branches, commits, tags }
}
