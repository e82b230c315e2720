import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type CollectWay,
  type MetricTypeNumber,
  ServerMetricsNow,
  ServerReport,
  ServerSetCollect,
} from '@windlass/shared-kit/contract/serverMetrics'
import { call } from '@windlass/shared-kit/http'
import { endsOf, type TimeRange } from '@windlass/shared-kit/range'
import { usePageActive } from '@windlass/shared-kit/remote'
import { CHART_TYPES, type ChartData, chartDataOf } from './metricCharts.ts'

const METRICS = ['server', 'metrics'] as const
/** Measurements come each minute. */
const RENEW_MS = 60_000

/** How a server is measured, with the newest value of every item; renewed while the page is shown. */
export function useServerMetrics(serverId: number, isLive: boolean) {
  const client = useQueryClient()
  const isActive = usePageActive()
  const metrics = useQuery({
    queryKey: [...METRICS, serverId, 'now'],
    queryFn: ({ signal }) => call(ServerMetricsNow, { serverId }, { signal }),
    enabled: isActive && serverId > 0,
    refetchInterval: isLive && RENEW_MS,
  })
  const collect = useMutation({
    mutationFn: (way: CollectWay) => call(ServerSetCollect, { serverId, collect: way }),
    onSuccess: () => client.invalidateQueries({ queryKey: [...METRICS, serverId] }),
  })
  return { metrics, setCollect: collect.mutateAsync, isSetting: collect.isPending }
}

/** One chart: its data, or why there is none. */
export interface ChartQuery {
  type: MetricTypeNumber
  data: ChartData | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => Promise<unknown>
}

/** All charts of a server over a range, each asked for by itself. What was asked for another range is not shown for this. */
export function useCharts(serverId: number, range: TimeRange, isLive: boolean): ChartQuery[] {
  const isActive = usePageActive()
  const place = range.preset ?? `${range.from}-${range.to}`
  const queries = useQueries({
    queries: CHART_TYPES.map((type) => ({
      queryKey: [...METRICS, serverId, 'chart', type, place],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const { from, to } = endsOf(range, Date.now())
        const datetimeRange = `${new Date(from).toISOString()},${new Date(to).toISOString()}`
        const answer = await call(ServerReport, { serverId, type, datetimeRange }, { signal })
        return chartDataOf(answer.map, { from, to, step: answer.step ?? RENEW_MS })
      },
      enabled: isActive && serverId > 0,
      refetchInterval: isLive && range.preset !== undefined ? RENEW_MS : (false as const),
    })),
  })
  return CHART_TYPES.map((type, index) => {
    const { data, error = null, isFetching = false, refetch = async () => undefined } = queries[index] ?? {}
    return { type, data, error, isFetching, refetch }
  })
}
