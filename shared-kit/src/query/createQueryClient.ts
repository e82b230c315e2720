import { hashKey, QueryClient } from '@tanstack/react-query'
import { store } from '../session/store.ts'
import { namespaceAtom } from '../session/storedNamespace.ts'

const FRESH_MS = 10_000

/** The cache of server data: no hidden retries (the user is told once), and never a row of another namespace. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: false,
        // The console is often reached through tunnels that the browser takes for "offline".
        networkMode: 'always',
        queryKeyHashFn: (key) => hashKey([store.get(namespaceAtom).id, ...key]),
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
