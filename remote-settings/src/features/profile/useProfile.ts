import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '@windlass/shared-kit/contract'
import { UserApiKey, UserChangePassword, UserGenerateApiKey } from '@windlass/shared-kit/contract/session'
import { call } from '@windlass/shared-kit/http'

const KEY = ['profile', 'apiKey']

/** Changes the password of the user who is signed in. */
export function useChangePassword() {
  return useMutation({
    mutationFn: (input: InputOf<typeof UserChangePassword>) => call(UserChangePassword, input),
  }).mutateAsync
}

/** The user's own API key; "" while there is none. */
export function useApiKey() {
  const client = useQueryClient()
  const key = useQuery({ queryKey: KEY, queryFn: ({ signal }) => call(UserApiKey, {}, { signal }) })
  const generate = useMutation({
    mutationFn: () => call(UserGenerateApiKey),
    onSuccess: (created) => client.setQueryData(KEY, created),
  })
  return { key, generate: generate.mutateAsync }
}
