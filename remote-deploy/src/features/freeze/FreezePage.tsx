import '../../components/deploy.css'
import { PlusOutlined } from '@ant-design/icons'
import type { FreezeWindow } from '@windlass/shared-kit/contract/deployGuard'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { ConfirmDanger, ListPage, useUrlState } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import { useState } from 'react'
import { FreezeForm } from './FreezeForm.tsx'
import { FreezeTable } from './FreezeTable.tsx'
import { useFreezes } from './useFreezes.ts'

/** Times in which nothing is deployed to an environment. */
export default function FreezePage() {
  const { t } = useTranslation('deploy')
  const freezes = useFreezes()
  const url = useUrlState({ edit: '' })
  const [removing, setRemoving] = useState<FreezeWindow>()
  const add = (
    <Can any={[Permission.ManageFreezeWindow]}>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => url.visit({ edit: 'new' })}>
        {t('freeze.add')}
      </Button>
    </Can>
  )
  const handleRemove = async (window: FreezeWindow) => {
    await freezes.remove(window.id)
    toast.success(t('freeze.removed', { name: window.name }))
  }
  return (
    <ListPage
      title={t('route.freeze')}
      refresh={{ isRunning: freezes.list.isFetching, onRefresh: () => void freezes.list.refetch() }}
      action={add}
    >
      <FreezeTable
        of={freezes.list}
        add={add}
        onEdit={(window) => url.visit({ edit: String(window.id) })}
        onRemove={setRemoving}
      />
      <FreezeForm
        key={url.values.edit}
        window={freezes.list.data?.find(({ id }) => String(id) === url.values.edit)}
        isNew={url.values.edit === 'new'}
        onAdd={freezes.add}
        onEdit={freezes.edit}
        onClose={() => url.change({ edit: '' })}
      />
      <ConfirmDanger
        open={removing !== undefined}
        title={t('freeze.removeTitle', { name: removing?.name })}
        explanation={t('freeze.removeExplanation')}
        verb={t('freeze.remove')}
        onConfirm={async () => removing && handleRemove(removing)}
        onClose={() => setRemoving(undefined)}
      />
    </ListPage>
  )
}
