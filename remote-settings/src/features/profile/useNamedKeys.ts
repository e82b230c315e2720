import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '@windlass/shared-kit/contract'
import {
  ApiKeyAdd,
  ApiKeyList,
  ApiKeyRemove,
  ApiKeyReplace,
  ApiKeyScopeList,
} from '@windlass/shared-kit/contract/apiKey'
import { call } from '@windlass/shared-kit/http'

const KEY = ['profile', 'keys']

/** What a person fills in about a new key. */
export type KeyFields = InputOf<typeof ApiKeyAdd>

/** The caller's named keys, and what he can do about them. */
export function useNamedKeys() {
  const client = useQueryClient()
  const changed = { onSuccess: () => client.invalidateQueries({ queryKey: KEY }) }
  const list = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(ApiKeyList, {}, { signal }),
    select: (data) => data.list,
  })
  const add = useMutation({ mutationFn: (fields: KeyFields) => call(ApiKeyAdd, fields), ...changed })
  const replace = useMutation({ mutationFn: (id: number) => call(ApiKeyReplace, { id }), ...changed })
  const remove = useMutation({ mutationFn: (id: number) => call(ApiKeyRemove, { id }), ...changed })
  return { list, add: add.mutateAsync, replace: replace.mutateAsync, remove: remove.mutateAsync }
}

/** What a key can be limited to, asked for once a form needs it. */
export const useKeyScopes = (isNeeded: boolean) =>
  useQuery({
    queryKey: ['profile', 'keyScopes'],
    queryFn: ({ signal }) => call(ApiKeyScopeList, {}, { signal }),
    select: (data) => data.list,
    enabled: isNeeded,
  })
