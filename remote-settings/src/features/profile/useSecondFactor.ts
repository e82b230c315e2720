import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '@windlass/shared-kit/contract'
import {
  PasskeyAdd,
  PasskeyBegin,
  PasskeyList,
  PasskeyRemove,
  PasskeyRename,
} from '@windlass/shared-kit/contract/passkey'
import {
  RecoveryCodesReplace,
  SecondFactorState,
  TotpBegin,
  TotpConfirm,
  TotpRemove,
} from '@windlass/shared-kit/contract/secondFactor'
import { call } from '@windlass/shared-kit/http'

/** The caller's second factor, and what he can do about it. */
export function useSecondFactor() {
  const client = useQueryClient()
  const changed = { onSuccess: () => client.invalidateQueries({ queryKey: ['profile', 'factor'] }) }
  const state = useQuery({
    queryKey: ['profile', 'factor', 'state'],
    queryFn: ({ signal }) => call(SecondFactorState, {}, { signal }),
  })
  const begin = useMutation({ mutationFn: (input: InputOf<typeof TotpBegin>) => call(TotpBegin, input) })
  const confirm = useMutation({ mutationFn: (code: string) => call(TotpConfirm, { code }), ...changed })
  const remove = useMutation({ mutationFn: (input: InputOf<typeof TotpRemove>) => call(TotpRemove, input), ...changed })
  const replaceCodes = useMutation({
    mutationFn: (password: string) => call(RecoveryCodesReplace, { password }),
    ...changed,
  })
  return {
    state,
    begin: begin.mutateAsync,
    confirm: confirm.mutateAsync,
    remove: remove.mutateAsync,
    replaceCodes: replaceCodes.mutateAsync,
  }
}

/** Asks the device for a key and hands it to the server; undefined when the person thought better of it. */
async function register(password: string, name: string): Promise<string[] | undefined> {
  const { ceremony, options } = await call(PasskeyBegin, { password })
  const { startRegistration } = await import('@simplewebauthn/browser')
  // The server made them by the same standard that the browser reads.
  const optionsJSON = options as Parameters<typeof startRegistration>[0]['optionsJSON']
  const credential = await startRegistration({ optionsJSON })
  return (await call(PasskeyAdd, { ceremony, name, credential })).recoveryCodes
}

/** The caller's passkeys, and what he can do about them. */
export function usePasskeys() {
  const client = useQueryClient()
  const changed = { onSuccess: () => client.invalidateQueries({ queryKey: ['profile', 'factor'] }) }
  const list = useQuery({
    queryKey: ['profile', 'factor', 'passkeys'],
    queryFn: ({ signal }) => call(PasskeyList, {}, { signal }),
    select: (data) => data.list,
  })
  const add = useMutation({
    mutationFn: ({ password, name }: { password: string; name: string }) => register(password, name),
    ...changed,
  })
  const rename = useMutation({
    mutationFn: (input: InputOf<typeof PasskeyRename>) => call(PasskeyRename, input),
    ...changed,
  })
  const remove = useMutation({
    mutationFn: (input: InputOf<typeof PasskeyRemove>) => call(PasskeyRemove, input),
    ...changed,
  })
  return { list, add: add.mutateAsync, rename: rename.mutateAsync, remove: remove.mutateAsync }
}
