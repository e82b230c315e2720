import { useTranslation } from '@windlass/shared-kit/i18n'
import { Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { ServerPicker } from '../../components/ServerPicker.tsx'
import { FileNames } from './FileNames.tsx'
import { resolvePath } from './remotePath.ts'

interface Props {
  serverId: number
  serverName: string
  files: readonly string[]
  /** Where the other side of the page is, or the same folder. */
  initial: { serverIds: number[]; dir: string }
  onSubmit: (serverIds: number[], dir: string) => void
  onClose: () => void
}

/** Sends files from this server to others. */
export function TransferDialog({ serverId, serverName, files, initial, onSubmit, onClose }: Props) {
  const { t } = useTranslation('server')
  const [serverIds, setServerIds] = useState(initial.serverIds)
  const [dir, setDir] = useState(initial.dir)
  const submit = () => {
    onSubmit(serverIds, resolvePath(dir, '/', '/'))
    onClose()
  }
  return (
    <Modal
      title={t('sftp.transfer.title', { server: serverName })}
      open
      width={520}
      okText={t('sftp.transfer.verb', { count: serverIds.length })}
      cancelText={t('sftp.cancel')}
      okButtonProps={{ disabled: serverIds.length === 0 || !dir.startsWith('/') }}
      onOk={submit}
      onCancel={onClose}
    >
      <FileNames files={files} />
      <Form layout="vertical">
        <Form.Item label={t('sftp.transfer.to')}>
          <ServerPicker mode="multiple" value={serverIds} except={[serverId]} onChange={setServerIds} />
        </Form.Item>
        <Form.Item label={t('sftp.transfer.dir')} extra={t('sftp.transfer.hint')}>
          <Input
            className="wl-mono"
            aria-label={t('sftp.transfer.dir')}
            value={dir}
            onChange={(event) => setDir(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
