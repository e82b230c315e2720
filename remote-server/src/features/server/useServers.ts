import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf, OutputOf } from '@windlass/shared-kit/contract'
import {
  ServerAcceptHostKey,
  ServerAdd,
  ServerBoundProjectList,
  ServerEdit,
  ServerList,
  ServerPublicKey,
  ServerToggle,
  ServerUnbindProject,
} from '@windlass/shared-kit/contract/server'
import { ServerChangeTags, ServerImport, ServerToggleMany } from '@windlass/shared-kit/contract/serverBulk'
import { ServerHostKeyList } from '@windlass/shared-kit/contract/serverDiagnosis'
import { call, upload } from '@windlass/shared-kit/http'

const LIST = ['server', 'list']

/** The servers of the namespace with the shared ones, and what can be done with them. */
export function useServers() {
  const client = useQueryClient()
  const renew = () => client.invalidateQueries({ queryKey: ['server'] })
  const list = useQuery({
    queryKey: LIST,
    queryFn: ({ signal }) => call(ServerList, {}, { signal }),
    select: (data) => data.list,
  })
  const add = useMutation({
    mutationFn: (input: InputOf<typeof ServerAdd>) => call(ServerAdd, input, { quiet: true }),
    onSuccess: renew,
  })
  const edit = useMutation({
    mutationFn: (input: InputOf<typeof ServerEdit>) => call(ServerEdit, input, { quiet: true }),
    onSuccess: renew,
  })
  const toggleMany = useMutation({
    mutationFn: (input: InputOf<typeof ServerToggleMany>) => call(ServerToggleMany, input),
    onSettled: renew,
  })
  const changeTags = useMutation({
    mutationFn: (input: InputOf<typeof ServerChangeTags>) => call(ServerChangeTags, input, { quiet: true }),
    onSettled: renew,
  })
  return {
    ...{ list, renew, toggle: useToggle() },
    ...{ add: add.mutateAsync, edit: edit.mutateAsync },
    ...{ toggleMany: toggleMany.mutateAsync, changeTags: changeTags.mutateAsync },
  }
}

/** Shows the new state at once and takes it back when the server refuses. */
function useToggle() {
  const client = useQueryClient()
  const toggle = useMutation({
    mutationFn: (input: InputOf<typeof ServerToggle>) => call(ServerToggle, input),
    onMutate: async ({ id, state }) => {
      await client.cancelQueries({ queryKey: LIST })
      const before = client.getQueryData<OutputOf<typeof ServerList>>(LIST)
      client.setQueryData<OutputOf<typeof ServerList>>(LIST, (data) => ({
        list: (data?.list ?? []).map((server) => (server.id === id ? { ...server, state } : server)),
      }))
      return { before }
    },
    onError: (_error, _input, context) => client.setQueryData(LIST, context?.before),
    onSettled: () => client.invalidateQueries({ queryKey: ['server'] }),
  })
  return toggle.mutateAsync
}

/** The hosts on the way to a server with their keys, and who came to trust them. */
export function useHostKeys(id: number) {
  const client = useQueryClient()
  const list = useQuery({
    queryKey: ['server', 'keys', id],
    queryFn: ({ signal }) => call(ServerHostKeyList, { id }, { signal }),
    select: (data) => data.list,
  })
  const accept = useMutation({
    mutationFn: (input: InputOf<typeof ServerAcceptHostKey>) => call(ServerAcceptHostKey, input),
    onSuccess: () => client.invalidateQueries({ queryKey: ['server'] }),
  })
  return { list, accept: accept.mutateAsync }
}

/** Reads the public key that belongs to a private key on the console's machine. */
export function usePublicKey() {
  return useMutation({ mutationFn: (path: string) => call(ServerPublicKey, { path: path.trim() }) })
}

/** The projects that deploy to a server. */
export function useBoundProjects(id: number | undefined) {
  const client = useQueryClient()
  const list = useQuery({
    queryKey: ['server', 'projects', id],
    queryFn: ({ signal }) => call(ServerBoundProjectList, { id: id ?? 0 }, { signal }),
    select: (data) => data.list,
    enabled: id !== undefined,
  })
  const unbind = useMutation({
    mutationFn: (ids: number[]) => call(ServerUnbindProject, { ids }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['server'] }),
  })
  return { list, unbind: unbind.mutateAsync }
}

/** Sends a file of servers. Rows that fail come back one by one, so the drawer tells about them. */
export function useServerImport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (file: File) => upload(ServerImport, {}, file, { quiet: true }),
    // Also after a refusal: the good rows stay.
    onSettled: () => client.invalidateQueries({ queryKey: ['server'] }),
  })
}
