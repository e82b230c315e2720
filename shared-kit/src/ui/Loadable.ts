/** The part of a query's result that these pieces read; every TanStack query fits. */
export interface Loadable {
  data: unknown
  error: Error | null
  isFetching: boolean
  refetch: () => Promise<unknown>
}
