import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '@windlass/shared-kit/contract'
import { ScriptStart } from '@windlass/shared-kit/contract/serverScript'
import {
  TemplateAdd,
  TemplateEdit,
  TemplateOptionList,
  TemplateRemove,
  TemplateType,
} from '@windlass/shared-kit/contract/template'
import { call } from '@windlass/shared-kit/http'

const KEY = ['server', 'templates']

/** Saved scripts, and running one. */
export function useScripts() {
  const client = useQueryClient()
  const done = { onSettled: () => client.invalidateQueries({ queryKey: KEY }) }
  const templates = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(TemplateOptionList, { type: TemplateType.Script }, { signal }),
    select: (data) => data.list,
  })
  const add = useMutation({
    mutationFn: (input: Omit<InputOf<typeof TemplateAdd>, 'type'>) =>
      call(TemplateAdd, { type: TemplateType.Script, ...input }, { quiet: true }),
    ...done,
  })
  const edit = useMutation({
    mutationFn: (input: InputOf<typeof TemplateEdit>) => call(TemplateEdit, input, { quiet: true }),
    ...done,
  })
  const remove = useMutation({ mutationFn: (id: number) => call(TemplateRemove, { id }), ...done })
  const start = useMutation({
    mutationFn: (input: InputOf<typeof ScriptStart>) => call(ScriptStart, input),
    onSettled: () => client.invalidateQueries({ queryKey: ['server', 'runs'] }),
  })
  return {
    templates,
    add: add.mutateAsync,
    edit: edit.mutateAsync,
    remove: remove.mutateAsync,
    start: start.mutateAsync,
    isStarting: start.isPending,
  }
}
