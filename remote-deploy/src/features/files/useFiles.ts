import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  REPOSITORY_LIST_LIMIT,
  RepositoryDeleteFile,
  RepositoryFileList,
} from '@windlass/shared-kit/contract/repository'
import { call } from '@windlass/shared-kit/http'
import { readFileContent } from './readFileContent.ts'

/** A folder of the working copy. A folder that is too long for one list is searched by the server. */
export function useFolder(id: number, dir: string, search: string) {
  const whole = useQuery({
    queryKey: ['files', id, 'list', dir],
    queryFn: ({ signal }) => call(RepositoryFileList, { id, dir }, { signal }),
  })
  const isCut = (whole.data?.total ?? 0) > REPOSITORY_LIST_LIMIT
  const found = useQuery({
    queryKey: ['files', id, 'list', dir, search],
    queryFn: ({ signal }) => call(RepositoryFileList, { id, dir, search }, { signal }),
    enabled: isCut && search !== '',
  })
  return isCut && search !== '' ? found : whole
}

/** What a file holds; nothing is asked for while none is chosen. */
export const useFileContent = (id: number, file: string) =>
  useQuery({
    queryKey: ['files', id, 'content', file],
    queryFn: ({ signal }) => readFileContent(id, file, signal),
    enabled: file !== '',
    // Each look leaves a row in the operation log, so that only a person asks again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Deletes a file or a folder of the working copy. */
export function useDeleteFile(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (file: string) => call(RepositoryDeleteFile, { id, file }),
    // Also after a refusal: what is not there any more should not be listed any longer.
    onSettled: () => client.invalidateQueries({ queryKey: ['files', id, 'list'] }),
  }).mutateAsync
}
