import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FirstStep, FirstStepList } from '@windlass/shared-kit/contract/firstStep'
import { call } from '@windlass/shared-kit/http'
import { useEffect } from 'react'

const KEY = ['firstSteps']
/** Whether a server was reached, and how a deploy ended, is found out by the console on its own. */
const LOOK_MS = 5_000

const NONE: readonly FirstStep[] = []

/** How far the console is, as things are: looked at again after whatever was done in it. */
export function useFirstSteps() {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(FirstStepList, {}, { signal, quiet: true }),
    staleTime: 0,
    refetchInterval: LOOK_MS,
  })
  useEffect(
    () =>
      client.getMutationCache().subscribe(({ type, mutation }) => {
        if (type === 'updated' && mutation?.state.status === 'success') void client.invalidateQueries({ queryKey: KEY })
      }),
    [client],
  )
  const list = query.data?.list ?? NONE
  const steps = list.filter(({ isOptional }) => !isOptional)
  return {
    steps,
    /** What is good to have and not there yet. */
    extras: list.filter(({ isOptional, isDone }) => isOptional && !isDone),
    next: steps.find(({ isDone }) => !isDone),
    isComplete: steps.length > 0 && steps.every(({ isDone }) => isDone),
    hasFailed: query.isError && !query.data,
    retry: () => void query.refetch(),
  }
}
