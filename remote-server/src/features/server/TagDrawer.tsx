import type { InputOf } from '@windlass/shared-kit/contract'
import type { ServerRow } from '@windlass/shared-kit/contract/server'
import type { ServerChangeTags } from '@windlass/shared-kit/contract/serverBulk'
import { toast } from '@windlass/shared-kit/feedback'
import { isolated, useTranslation } from '@windlass/shared-kit/i18n'
import { FormDrawer } from '@windlass/shared-kit/ui'
import { TagField } from './TagField.tsx'

interface Fields {
  add?: string[]
  remove?: string[]
}

interface Props {
  open: boolean
  servers: readonly ServerRow[]
  /** Tags of the namespace. */
  tags: readonly string[]
  onChange: (input: InputOf<typeof ServerChangeTags>) => Promise<unknown>
  onClose: () => void
}

/** Tags for several servers at once: what is added to all, and what is taken from all. */
export function TagDrawer({ open, servers, tags, onChange, onClose }: Props) {
  const { t } = useTranslation('server')
  const count = servers.length
  const used = [...new Set(servers.flatMap((server) => server.tags))].sort()
  const submit = async ({ add = [], remove = [] }: Fields) => {
    await onChange({ ids: servers.map(({ id }) => id), add: add.map((tag) => tag.trim()), remove })
    toast.success(t('tag.done', { count }))
  }
  return (
    <FormDrawer<Fields>
      title={t('tag.bulkTitle', { count })}
      open={open}
      initialValues={{ add: [], remove: [] }}
      submitText={t('tag.apply')}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="server-names">{servers.map(({ name }) => isolated(name)).join(', ')}</p>
      <TagField name="add" label={t('tag.add')} extra={t('tag.hint')} known={tags} />
      <TagField name="remove" label={t('tag.remove')} known={used} isClosed />
    </FormDrawer>
  )
}
