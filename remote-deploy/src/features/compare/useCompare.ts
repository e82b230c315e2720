import { useQuery } from '@tanstack/react-query'
import { FileCompare, FileDiff, ProjectReposFileList, TreeCompare } from '@windlass/shared-kit/contract/compare'
import { call } from '@windlass/shared-kit/http'

/** Servers are asked anew each time somebody wants to know; what was found stays while the page is open. */
const ON_DEMAND = { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, retry: false } as const

/** One file on every server. */
export function useFileCompare(projectId: number, filePath: string | undefined) {
  return useQuery({
    queryKey: ['deploy', 'compare', projectId, 'file', filePath],
    queryFn: ({ signal }) => call(FileCompare, { projectId, filePath: filePath ?? '' }, { signal, quiet: true }),
    enabled: filePath !== undefined,
    ...ON_DEMAND,
  })
}

/** A whole directory on every server. */
export function useTreeCompare(projectId: number, path: string | undefined) {
  return useQuery({
    queryKey: ['deploy', 'compare', projectId, 'tree', path],
    queryFn: ({ signal }) => call(TreeCompare, { projectId, path: path || '/' }, { signal, quiet: true }),
    enabled: path !== undefined,
    ...ON_DEMAND,
  })
}

/** Both texts of a file. */
export function useFileDiff(projectId: number, of: { serverId: number; filePath: string } | undefined) {
  return useQuery({
    queryKey: ['deploy', 'compare', projectId, 'diff', of],
    queryFn: ({ signal }) =>
      call(FileDiff, { projectId, serverId: of?.serverId ?? 0, filePath: of?.filePath ?? '' }, { signal, quiet: true }),
    enabled: of !== undefined,
    ...ON_DEMAND,
    gcTime: 0,
  })
}

/** A directory of the working copy. */
export function useReposFiles(projectId: number, path: string, isOpen: boolean) {
  return useQuery({
    queryKey: ['deploy', 'compare', projectId, 'folder', path],
    queryFn: async ({ signal }) =>
      (await call(ProjectReposFileList, { id: projectId, path: path || '/' }, { signal, quiet: true })) ?? [],
    enabled: isOpen,
    staleTime: 0,
  })
}
