import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '@windlass/shared-kit/contract'
import {
  ProjectTaskAdd,
  ProjectTaskList,
  ProjectTaskPreview,
  ProjectTaskRemove,
} from '@windlass/shared-kit/contract/projectTask'
import { call } from '@windlass/shared-kit/http'
import { usePageActive } from '@windlass/shared-kit/remote'

/** While one is about to start or runs, the list looks again by itself. */
const LOOK_MS = 5_000
const SOON_MS = 60_000

/** The scheduled deploys of a project, and what can be done about them. */
export function useSchedule(projectId: number, { page, rows }: { page: number; rows: number }) {
  const client = useQueryClient()
  const isActive = usePageActive()
  const list = useQuery({
    queryKey: ['deploy', 'tasks', projectId, page, rows],
    queryFn: ({ signal }) => call(ProjectTaskList, { id: projectId, page, rows }, { signal }),
    refetchInterval: ({ state }) => {
      const isLively = state.data?.list.some(
        ({ status, dueTime, state: isOn, isRun }) =>
          status === 'running' || (isOn === 1 && isRun === 0 && dueTime - Date.now() < SOON_MS),
      )
      return isLively && isActive ? LOOK_MS : false
    },
  })
  const onSettled = () => client.invalidateQueries({ queryKey: ['deploy', 'tasks', projectId] })
  const add = useMutation({
    mutationFn: (input: InputOf<typeof ProjectTaskAdd>) => call(ProjectTaskAdd, input),
    onSettled,
  })
  const remove = useMutation({ mutationFn: (id: number) => call(ProjectTaskRemove, { id }), onSettled })
  return { list, add: add.mutateAsync, remove: remove.mutateAsync }
}

/** When a form means, in times; its error is what the form would be refused with. */
export const useTaskPreview = (when: InputOf<typeof ProjectTaskPreview> | undefined) =>
  useQuery({
    queryKey: ['deploy', 'taskPreview', when],
    queryFn: ({ signal }) => call(ProjectTaskPreview, when ?? { date: '' }, { signal, quiet: true }),
    enabled: when !== undefined,
    retry: false,
  })
