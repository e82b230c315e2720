import { CopyOutlined } from '@ant-design/icons'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { copyText } from '@windlass/shared-kit/ui'
import { Button, Form } from 'antd'
import type { LoginPath } from './serverForm.ts'
import { usePublicKey } from './useServers.ts'

/** Puts the public half of the key on the clipboard and says where it belongs. */
export function PublicKeyButton({ path: login }: { path: LoginPath }) {
  const { t } = useTranslation('server')
  const path = Form.useWatch<string | undefined>([...login, 'path']) ?? ''
  const publicKey = usePublicKey()

  const copy = async () => {
    const { key } = await publicKey.mutateAsync(path)
    if (await copyText(key)) toast.success(t('publicKey.copied'))
    else toast.error(t('publicKey.notCopied'))
  }
  const handleClick = () => {
    copy().catch((error: unknown) => console.warn('the public key could not be read', error))
  }
  return (
    <Can any={[Permission.AddServer, Permission.EditServer]}>
      <div className="server-public-key">
        <Button
          size="small"
          icon={<CopyOutlined />}
          loading={publicKey.isPending}
          disabled={path.trim() === ''}
          onClick={handleClick}
        >
          {t('publicKey.copy')}
        </Button>
        {publicKey.data && (
          <>
            <output>{t('publicKey.copied')}</output>
            <code className="wl-mono">{publicKey.data.key}</code>
          </>
        )}
      </div>
    </Can>
  )
}
