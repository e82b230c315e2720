import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '@windlass/shared-kit/contract'
import {
  type NoticeUse,
  NotificationDeliveryList,
  NotificationDeliveryRetry,
  NotificationFieldList,
  NotificationPreview,
  NotificationTemplateEdit,
  NotificationTemplateList,
  NotificationTemplateReset,
} from '@windlass/shared-kit/contract/notification'
import { call } from '@windlass/shared-kit/http'

/** While a notice is on its way the list looks again this often. */
const LOOK_MS = 3_000

/** The texts of notices, and what can be done with them. */
export function useTemplates() {
  const client = useQueryClient()
  const changed = { onSuccess: () => client.invalidateQueries({ queryKey: ['notification', 'templates'] }) }
  const list = useQuery({
    queryKey: ['notification', 'templates'],
    queryFn: ({ signal }) => call(NotificationTemplateList, {}, { signal }),
    select: (data) => data.list,
  })
  const edit = useMutation({
    mutationFn: (input: InputOf<typeof NotificationTemplateEdit>) => call(NotificationTemplateEdit, input),
    ...changed,
  })
  const reset = useMutation({
    mutationFn: (input: InputOf<typeof NotificationTemplateReset>) => call(NotificationTemplateReset, input),
    ...changed,
  })
  return { list, edit: edit.mutate, reset: reset.mutateAsync, isSaving: edit.isPending }
}

/** What a template of a use may name. */
export const useFields = (useBy: NoticeUse) =>
  useQuery({
    queryKey: ['notification', 'fields', useBy],
    queryFn: ({ signal }) => call(NotificationFieldList, { useBy }, { signal }),
    select: (data) => data.list,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** A text as it would be sent; the one before stays until the next is here. */
export const usePreview = (input: InputOf<typeof NotificationPreview>) =>
  useQuery({
    queryKey: ['notification', 'preview', input],
    queryFn: ({ signal }) => call(NotificationPreview, input, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })

/** Notices on their way and those that ended, a page at a time. */
export function useDeliveries(input: InputOf<typeof NotificationDeliveryList>) {
  const client = useQueryClient()
  const list = useQuery({
    queryKey: ['notification', 'deliveries', input],
    queryFn: ({ signal }) => call(NotificationDeliveryList, input, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.list.some((row) => row.state === 'waiting') ? LOOK_MS : false),
  })
  const retry = useMutation({
    mutationFn: (id: number) => call(NotificationDeliveryRetry, { id }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['notification', 'deliveries'] }),
  })
  return { list, retry: retry.mutate }
}
