import type { Namespace, NamespaceUser } from '@windlass/shared-kit/contract/namespace'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useCan } from '@windlass/shared-kit/permission'
import { usePageActive } from '@windlass/shared-kit/remote'
import { ConfirmDanger, useIsMobile } from '@windlass/shared-kit/ui'
import { Drawer } from 'antd'
import { useState } from 'react'
import { Bonds } from '../../components/Bonds.tsx'
import { BindingForm } from './BindingForm.tsx'
import { BindingTable } from './BindingTable.tsx'
import { useBindings, useBonds } from './useBindings.ts'

const WIDTH_PX = 760
/** What somebody keeps who is taken out of one namespace. */
const STAYING = ['namespaces', 'sessions'] as const

interface Props {
  /** The namespace whose members are shown; absent while closed. */
  namespace: Namespace | undefined
  onClose: () => void
}

/** Who belongs to a namespace: adding several users at once, another role for one, and taking one out. */
export function BindingDrawer({ namespace, onClose }: Props) {
  const { t } = useTranslation('settings')
  const isMobile = useIsMobile()
  const isActive = usePageActive()
  return (
    <Drawer
      title={t('binding.title', { name: namespace?.name })}
      open={namespace !== undefined && isActive}
      size={isMobile ? '100%' : WIDTH_PX}
      closable={{ 'aria-label': t('binding.close') }}
      // What is half chosen in the form would be lost by a click beside the drawer.
      mask={{ closable: false }}
      destroyOnHidden={namespace === undefined}
      onClose={onClose}
    >
      {namespace && <Bindings namespace={namespace} />}
    </Drawer>
  )
}

function Bindings({ namespace }: { namespace: Namespace }) {
  const { t } = useTranslation('settings')
  const mayAdd = useCan([Permission.AddNamespaceUser])
  const bindings = useBindings(namespace.id)
  const [removing, setRemoving] = useState<NamespaceUser>()
  const bonds = useBonds(removing?.id)

  const handleRemove = async (binding: NamespaceUser) => {
    await bindings.unbind(binding.id)
    toast.success(t('binding.removed', { name: binding.userName }))
  }
  const handleChange = async (binding: NamespaceUser, role: { id: number; name: string }) => {
    await bindings.changeRole({ namespaceUserId: binding.id, roleId: role.id })
    toast.success(t('binding.roleChanged', { name: binding.userName, role: role.name }))
  }
  return (
    <div className="bindings">
      {mayAdd && bindings.list.data && <BindingForm bound={bindings.list.data} onBind={bindings.bind} />}
      <BindingTable of={bindings.list} onChangeRole={handleChange} onRemove={setRemoving} />
      <ConfirmDanger
        open={removing !== undefined}
        title={t('binding.removeTitle', { name: removing?.userName, namespace: namespace.name })}
        explanation={
          <>
            <p>{t('binding.removeExplanation')}</p>
            <Bonds of={bonds} without={STAYING} />
          </>
        }
        verb={t('binding.remove')}
        onConfirm={async () => removing && handleRemove(removing)}
        onClose={() => setRemoving(undefined)}
      />
    </div>
  )
}
