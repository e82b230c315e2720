import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '@windlass/shared-kit/contract'
import { ProjectServerList } from '@windlass/shared-kit/contract/project'
import {
  ProjectProcessAdd,
  ProjectProcessEdit,
  ProjectProcessList,
  ProjectProcessRemove,
} from '@windlass/shared-kit/contract/projectProcess'
import { call } from '@windlass/shared-kit/http'

/** More definitions than any project has. */
const ALL = { page: 1, rows: 999 }

/** What a project runs, where, and what can be changed about it. */
export function useProcesses(projectId: number) {
  const client = useQueryClient()
  const key = ['project', 'processes', projectId]
  const done = { onSettled: () => client.invalidateQueries({ queryKey: key }) }
  const list = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(ProjectProcessList, { projectId, ...ALL }, { signal }),
    select: (data) => data.list,
  })
  const servers = useQuery({
    queryKey: ['project', 'boundServers', projectId],
    queryFn: ({ signal }) => call(ProjectServerList, { id: projectId }, { signal }),
    select: (data) => data.list.map(({ serverId, server }) => ({ id: serverId, name: server.name, ip: server.ip })),
  })
  const add = useMutation({
    mutationFn: (input: InputOf<typeof ProjectProcessAdd>) => call(ProjectProcessAdd, input, { quiet: true }),
    ...done,
  })
  const edit = useMutation({
    mutationFn: (input: InputOf<typeof ProjectProcessEdit>) => call(ProjectProcessEdit, input, { quiet: true }),
    ...done,
  })
  const remove = useMutation({ mutationFn: (id: number) => call(ProjectProcessRemove, { id }), ...done })
  return { list, servers, add: add.mutateAsync, edit: edit.mutateAsync, remove: remove.mutateAsync }
}
