import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '@windlass/shared-kit/contract'
import { NamespaceAdd, NamespaceEdit, NamespaceList } from '@windlass/shared-kit/contract/namespace'
import { call } from '@windlass/shared-kit/http'

/** What a person fills in about a namespace. */
export type NamespaceFields = InputOf<typeof NamespaceAdd>

/** The namespaces, and what can be done with them. */
export function useNamespaces() {
  const client = useQueryClient()
  const changed = { onSuccess: () => client.invalidateQueries({ queryKey: ['namespace'] }) }
  const list = useQuery({
    queryKey: ['namespace', 'list'],
    queryFn: ({ signal }) => call(NamespaceList, {}, { signal }),
    select: (data) => data.list,
  })
  const add = useMutation({ mutationFn: (fields: NamespaceFields) => call(NamespaceAdd, fields), ...changed })
  const edit = useMutation({
    mutationFn: (namespace: InputOf<typeof NamespaceEdit>) => call(NamespaceEdit, namespace),
    ...changed,
  })
  return { list, add: add.mutateAsync, edit: edit.mutateAsync }
}
