import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '@windlass/shared-kit/contract'
import { NamespaceUserOptionList } from '@windlass/shared-kit/contract/namespace'
import {
  ProjectAdd,
  ProjectEdit,
  ProjectLabelList,
  ProjectList,
  ProjectPingRepos,
  ProjectRemoteBranchList,
  ProjectRemove,
  ProjectServerList,
  ProjectUserList,
} from '@windlass/shared-kit/contract/project'
import { ServerOptionList } from '@windlass/shared-kit/contract/server'
import { call } from '@windlass/shared-kit/http'

/** What the form sends about a project. */
export type ProjectInput = InputOf<typeof ProjectAdd>
/** What the repository of a project is asked for with. */
export type Repository = InputOf<typeof ProjectPingRepos>

const PROJECT = ['project']

/** The projects of the namespace, and what can be done with them. */
export function useProjects() {
  const client = useQueryClient()
  const renew = () => {
    void client.invalidateQueries({ queryKey: PROJECT })
    // The board shows the same projects.
    void client.invalidateQueries({ queryKey: ['deploy'] })
  }
  const list = useQuery({
    queryKey: [...PROJECT, 'list'],
    queryFn: ({ signal }) => call(ProjectList, {}, { signal }),
    select: (data) => data.list,
  })
  const add = useMutation({
    mutationFn: (input: ProjectInput) => call(ProjectAdd, input, { quiet: true }),
    onSuccess: renew,
  })
  const edit = useMutation({
    mutationFn: (input: InputOf<typeof ProjectEdit>) => call(ProjectEdit, input, { quiet: true }),
    onSuccess: renew,
  })
  const remove = useMutation({ mutationFn: (id: number) => call(ProjectRemove, { id }), onSuccess: renew })
  return { list, add: add.mutateAsync, edit: edit.mutateAsync, remove: remove.mutateAsync }
}

/** The servers and users that are bound to a project now; nothing is asked for a new one. */
export function useBindings(projectId: number | undefined) {
  return useQuery({
    queryKey: [...PROJECT, 'bindings', projectId ?? 0],
    queryFn: async ({ signal }) => {
      if (projectId === undefined) return { serverIds: [], userIds: [] }
      const [servers, users] = await Promise.all([
        call(ProjectServerList, { id: projectId }, { signal }),
        call(ProjectUserList, { id: projectId }, { signal }),
      ])
      return {
        serverIds: servers.list.map(({ serverId }) => serverId),
        userIds: users.list.map(({ userId }) => userId),
      }
    },
    // A form must not start from what somebody else has changed meanwhile.
    gcTime: 0,
    staleTime: 0,
  })
}

/** What servers, people and labels there are to choose from. */
export function useChoices() {
  const servers = useQuery({
    queryKey: [...PROJECT, 'servers'],
    queryFn: ({ signal }) => call(ServerOptionList, {}, { signal }),
    select: ({ list }) => list,
  })
  const users = useQuery({
    queryKey: [...PROJECT, 'users'],
    queryFn: ({ signal }) => call(NamespaceUserOptionList, {}, { signal }),
    // Super managers see every project without being named in it.
    select: ({ list }) => list.filter(({ roleId = 0 }) => roleId > 0),
  })
  const labels = useQuery({
    queryKey: [...PROJECT, 'labels'],
    queryFn: ({ signal }) => call(ProjectLabelList, {}, { signal }),
    select: ({ list }) => list,
  })
  return { servers, users, labels }
}

/** Asks a repository that is only in the form so far. The form shows what came of it, so nobody else is told. */
export function useRepository() {
  const ping = useMutation({
    mutationFn: (repository: Repository) => call(ProjectPingRepos, repository, { quiet: true }),
  })
  const branches = useMutation({
    mutationFn: (repository: Repository) => call(ProjectRemoteBranchList, repository, { quiet: true }),
  })
  return { ping, branches }
}
