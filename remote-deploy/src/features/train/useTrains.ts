import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '@windlass/shared-kit/contract'
import { DeployList } from '@windlass/shared-kit/contract/deploy'
import {
  TrainAdd,
  TrainCancel,
  TrainEdit,
  TrainGoBack,
  TrainList,
  TrainRemove,
  TrainRunDetail,
  TrainRunList,
  TrainStart,
} from '@windlass/shared-kit/contract/deployTrain'
import { call } from '@windlass/shared-kit/http'

/** What the form sends about a train. */
export type TrainInput = InputOf<typeof TrainAdd>

const TRAIN = ['train']
const MOVING: readonly string[] = ['running', 'goingBack']
/** The next car follows the last one within a second, so a page that looks this often shows each of them. */
const LOOK_MS = 1_500
const RUN_ROWS = 10

const isMoving = (state: string | undefined): boolean => state !== undefined && MOVING.includes(state)

/** The trains of the namespace, and what can be done with them. */
export function useTrains() {
  const client = useQueryClient()
  const renew = { onSuccess: () => client.invalidateQueries({ queryKey: TRAIN }) }
  const list = useQuery({
    queryKey: [...TRAIN, 'list'],
    queryFn: ({ signal }) => call(TrainList, {}, { signal }),
    select: (data) => data.list,
    refetchInterval: ({ state }) =>
      state.data?.list.some(({ lastRun }) => isMoving(lastRun?.state)) ? LOOK_MS : false,
  })
  const add = useMutation({ mutationFn: (input: TrainInput) => call(TrainAdd, input, { quiet: true }), ...renew })
  const edit = useMutation({
    mutationFn: (input: InputOf<typeof TrainEdit>) => call(TrainEdit, input, { quiet: true }),
    ...renew,
  })
  const remove = useMutation({ mutationFn: (id: number) => call(TrainRemove, { id }), ...renew })
  const start = useMutation({ mutationFn: (id: number) => call(TrainStart, { id }), ...renew })
  return {
    list,
    add: add.mutateAsync,
    edit: edit.mutateAsync,
    remove: remove.mutateAsync,
    start: start.mutateAsync,
  }
}

/** The projects a train can be made of. */
export const useTrainProjects = () =>
  useQuery({
    queryKey: ['deploy', 'board'],
    queryFn: ({ signal }) => call(DeployList, {}, { signal }),
    select: ({ list }) => list.map(({ id, name, environment }) => ({ id, name, environment })),
  })

/** One run, looked at again and again while it moves, and what can be done with it. */
export function useTrainRun(id: number) {
  const client = useQueryClient()
  const renew = { onSettled: () => client.invalidateQueries({ queryKey: TRAIN }) }
  const run = useQuery({
    queryKey: [...TRAIN, 'run', id],
    queryFn: ({ signal }) => call(TrainRunDetail, { id }, { signal }),
    refetchInterval: ({ state }) => (isMoving(state.data?.state) ? LOOK_MS : false),
  })
  const cancel = useMutation({ mutationFn: () => call(TrainCancel, { id }), ...renew })
  const goBack = useMutation({ mutationFn: () => call(TrainGoBack, { id }), ...renew })
  return { run, cancel: cancel.mutateAsync, goBack: goBack.mutateAsync }
}

/** The latest runs of a train. */
export const useTrainRuns = (trainId: number | undefined) =>
  useQuery({
    queryKey: [...TRAIN, 'runs', trainId ?? 0],
    queryFn: ({ signal }) => call(TrainRunList, { id: trainId ?? 0, page: 1, rows: RUN_ROWS }, { signal }),
    select: ({ list }) => list,
    enabled: trainId !== undefined,
  })
