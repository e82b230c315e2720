import { useQuery } from '@tanstack/react-query'
import { type DeployRow } from '@windlass/shared-kit/contract/deploy'
import { DeployPendingList, type PendingCommits } from '@windlass/shared-kit/contract/deployPending'
import { DeployState } from '@windlass/shared-kit/contract/enums'
import { call } from '@windlass/shared-kit/http'

/** Cards come in groups: one question for all that come within a moment. */
const GATHER_MS = 150
/** As long as the server answers from memory. */
const FRESH_MS = 60_000
/** A look at a repository takes about so long. */
const SOON_MS = 4_000
const MOST_IDS = 100

interface Answer {
  pending: PendingCommits | null
  isLooking: boolean
}

let gathered = new Map<number, ((answer: Promise<Answer>) => void)[]>()

function askForAll(): void {
  const all = [...gathered]
  gathered = new Map()
  for (let start = 0; start < all.length; start += MOST_IDS) {
    const part = all.slice(start, start + MOST_IDS)
    const projectIds = part.map(([id]) => id).join(',')
    const answer = call(DeployPendingList, { projectIds }, { quiet: true })
    for (const [id, resolvers] of part) {
      const own = answer.then(({ list, isLooking }) => ({
        pending: list.find(({ projectId }) => projectId === id) ?? null,
        isLooking,
      }))
      for (const resolve of resolvers) resolve(own)
    }
  }
}

const ask = (projectId: number): Promise<Answer> =>
  new Promise((resolve) => {
    if (gathered.size === 0) setTimeout(askForAll, GATHER_MS)
    gathered.set(projectId, [...(gathered.get(projectId) ?? []), resolve])
  })

/** What waits to be deployed of a project whose card is in sight; undefined while nobody knows. */
export function usePending({ id, repoType, deployState, lastPublishToken }: DeployRow): PendingCommits | undefined {
  const { data } = useQuery({
    queryKey: ['deploy', 'pending', id, lastPublishToken, deployState],
    queryFn: () => ask(id),
    enabled: repoType === 'git' && deployState !== DeployState.NotDeployed,
    staleTime: FRESH_MS,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.isLooking && !state.data.pending ? SOON_MS : FRESH_MS),
  })
  return data?.pending ?? undefined
}
