import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '@windlass/shared-kit/contract'
import {
  ServerRuleAdd,
  ServerRuleDelete,
  ServerRuleEdit,
  ServerRuleHistory,
  ServerRuleList,
  ServerRulePreview,
} from '@windlass/shared-kit/contract/serverRule'
import { call } from '@windlass/shared-kit/http'
import { usePageActive } from '@windlass/shared-kit/remote'

const RULES = ['server', 'rules'] as const

/** Rules are looked at once a minute, and whoever opens them was often told a moment ago: what is kept from before would deny it. */
const LIVE = { refetchInterval: 60_000, staleTime: 0 } as const

/** The warning rules of a server, and ways to change them. The form shows what the server refuses. */
export function useRules(serverId: number) {
  const client = useQueryClient()
  const isActive = usePageActive()
  const changed = { onSuccess: () => client.invalidateQueries({ queryKey: RULES }) }
  const list = useQuery({
    queryKey: [...RULES, serverId, 'list'],
    queryFn: ({ signal }) => call(ServerRuleList, { serverId }, { signal }),
    select: (data) => data.list,
    enabled: isActive,
    ...LIVE,
  })
  const add = useMutation({
    mutationFn: (input: InputOf<typeof ServerRuleAdd>) => call(ServerRuleAdd, input, { quiet: true }),
    ...changed,
  })
  const edit = useMutation({
    mutationFn: (input: InputOf<typeof ServerRuleEdit>) => call(ServerRuleEdit, input, { quiet: true }),
    ...changed,
  })
  const remove = useMutation({ mutationFn: (id: number) => call(ServerRuleDelete, { id }), ...changed })
  return { list, add: add.mutateAsync, edit: edit.mutateAsync, remove: remove.mutateAsync }
}

/** When the rules of a server warned. */
export function useRuleHistory(serverId: number) {
  return useQuery({
    queryKey: [...RULES, serverId, 'history'],
    queryFn: ({ signal }) => call(ServerRuleHistory, { serverId }, { signal }),
    select: (data) => data.list,
    enabled: usePageActive(),
    ...LIVE,
  })
}

/** What a rule that is only in the form so far would have done; undefined terms are not asked about. */
export function useRulePreview(terms: InputOf<typeof ServerRulePreview> | undefined) {
  return useQuery({
    queryKey: [...RULES, 'preview', terms],
    queryFn: ({ signal }) => {
      if (!terms) throw new Error('there is nothing to preview')
      return call(ServerRulePreview, terms, { signal, quiet: true })
    },
    enabled: terms !== undefined,
    placeholderData: (before) => before,
  })
}
