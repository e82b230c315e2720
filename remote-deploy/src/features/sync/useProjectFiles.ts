import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '@windlass/shared-kit/contract'
import {
  ProjectFileAdd,
  ProjectFileContent,
  ProjectFileEdit,
  ProjectFileList,
  ProjectFileMove,
  ProjectFileRemove,
  ProjectFileUpload,
} from '@windlass/shared-kit/contract/projectFile'
import { call, upload } from '@windlass/shared-kit/http'

const FILES = ['project', 'files']

/** One file on its way to the console. */
export interface Upload {
  file: File
  input: InputOf<typeof ProjectFileUpload>
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** The files that are put over the working copy of a project. */
export function useProjectFiles(projectId: number) {
  const client = useQueryClient()
  const done = { onSettled: () => client.invalidateQueries({ queryKey: [...FILES, projectId] }) }
  const list = useQuery({
    queryKey: [...FILES, projectId],
    queryFn: ({ signal }) => call(ProjectFileList, { id: projectId }, { signal }),
  })
  const add = useMutation({
    mutationFn: (input: InputOf<typeof ProjectFileAdd>) => call(ProjectFileAdd, input, { quiet: true }),
    ...done,
  })
  const edit = useMutation({
    mutationFn: (input: InputOf<typeof ProjectFileEdit>) => call(ProjectFileEdit, input, { quiet: true }),
    ...done,
  })
  const move = useMutation({
    mutationFn: (input: InputOf<typeof ProjectFileMove>) => call(ProjectFileMove, input, { quiet: true }),
    ...done,
  })
  const remove = useMutation({
    mutationFn: (projectFileId: number) => call(ProjectFileRemove, { projectFileId }),
    ...done,
  })
  const send = useMutation({
    mutationFn: ({ file, input, ...options }: Upload) =>
      upload(ProjectFileUpload, input, file, { ...options, quiet: true }),
    ...done,
  })
  return {
    list,
    add: add.mutateAsync,
    edit: edit.mutateAsync,
    move: move.mutateAsync,
    remove: remove.mutateAsync,
    send: send.mutateAsync,
  }
}

/** The text of one file, as it is now: an editor must not start from an old one. */
export function useFileContent(id: number | undefined) {
  return useQuery({
    queryKey: ['project', 'file', id ?? 0],
    queryFn: ({ signal }) => call(ProjectFileContent, { id: id ?? 0 }, { signal, quiet: true }),
    enabled: id !== undefined,
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
}
