import { Permission } from '@windlass/shared-kit/contract/permission'
import type { ReleaseKey } from '@windlass/shared-kit/contract/releaseKey'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { usePageActive } from '@windlass/shared-kit/remote'
import { ConfirmDanger, useIsMobile } from '@windlass/shared-kit/ui'
import { Drawer } from 'antd'
import { useState } from 'react'
import { KeyForm } from './KeyForm.tsx'
import { KeyTable } from './KeyTable.tsx'
import { useReleaseKeys } from './useReleaseKeys.ts'

const WIDTH_PX = 840

interface Props {
  open: boolean
  /** Areas there are, to choose from. */
  remotes: readonly string[]
  onClose: () => void
}

/** Whose signature is believed for which areas. */
export function KeyDrawer({ open, remotes, onClose }: Props) {
  const { t } = useTranslation('settings')
  const isMobile = useIsMobile()
  const isActive = usePageActive()
  return (
    <Drawer
      title={t('release.keys.title')}
      open={open && isActive}
      size={isMobile ? '100%' : WIDTH_PX}
      closable={{ 'aria-label': t('release.close') }}
      // What was pasted into the form would be lost by a click beside the drawer.
      mask={{ closable: false }}
      destroyOnHidden={!open}
      onClose={onClose}
    >
      {open && <Keys remotes={remotes} />}
    </Drawer>
  )
}

function Keys({ remotes }: Pick<Props, 'remotes'>) {
  const { t } = useTranslation('settings')
  const keys = useReleaseKeys()
  const [revoking, setRevoking] = useState<ReleaseKey>()
  const handleRevoke = async (key: ReleaseKey) => {
    await keys.revoke(key.id)
    toast.success(t('release.keys.revoked', { team: key.team }))
  }
  return (
    <div className="rl-keys">
      <p className="wl-faint">{t('release.keys.explanation')}</p>
      <KeyTable of={keys.list} rows={keys.list.data ?? []} onRevoke={setRevoking} />
      <Can any={[Permission.ManageReleaseKey]}>
        <KeyForm remotes={remotes} onAdd={keys.add} />
      </Can>
      <ConfirmDanger
        open={revoking !== undefined}
        title={t('release.keys.revokeTitle', { team: revoking?.team })}
        explanation={t('release.keys.revokeExplanation')}
        verb={t('release.keys.revoke')}
        nameToType={revoking?.team}
        onConfirm={async () => revoking && handleRevoke(revoking)}
        onClose={() => setRevoking(undefined)}
      />
    </div>
  )
}
