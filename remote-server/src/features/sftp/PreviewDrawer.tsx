import { DownloadOutlined, EditOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { formatBytes, useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { usePageActive } from '@windlass/shared-kit/remote'
import { useIsMobile } from '@windlass/shared-kit/ui'
import { Button, Drawer } from 'antd'
import { FileName } from './FileName.tsx'
import type { FileRow } from './fileRow.ts'
import { previewWay } from './fileSort.ts'
import { PreviewBody } from './PreviewBody.tsx'

interface Props {
  row: FileRow
  file: string
  serverId: number
  asRoot: boolean
  /** The file before and after it in the folder. */
  onStep: ((by: number) => void) | undefined
  onCommand: (command: 'download' | 'edit') => void
  onClose: () => void
}

/** A file at the right edge, to look at. */
export default function PreviewDrawer({ row, file, serverId, asRoot, onStep, onCommand, onClose }: Props) {
  const { t } = useTranslation('server')
  const isMobile = useIsMobile()
  const isActive = usePageActive()
  const tools = (
    <span className="sftp-preview-tools">
      {onStep && (
        <>
          <Button
            type="text"
            icon={<LeftOutlined />}
            aria-label={t('sftp.preview.previous')}
            title={t('sftp.preview.previous')}
            onClick={() => onStep(-1)}
          />
          <Button
            type="text"
            icon={<RightOutlined />}
            aria-label={t('sftp.preview.next')}
            title={t('sftp.preview.next')}
            onClick={() => onStep(1)}
          />
        </>
      )}
      {previewWay(row.name) === 'text' && (
        <Can any={[Permission.SFTPEditFile]}>
          <Button icon={<EditOutlined />} aria-label={t('sftp.command.edit')} onClick={() => onCommand('edit')}>
            {isMobile ? null : t('sftp.command.edit')}
          </Button>
        </Can>
      )}
      <Can any={[Permission.SFTPDownloadFile]}>
        <Button
          icon={<DownloadOutlined />}
          aria-label={t('sftp.command.download')}
          onClick={() => onCommand('download')}
        >
          {isMobile ? null : t('sftp.command.download')}
        </Button>
      </Can>
    </span>
  )
  return (
    <Drawer
      rootClassName="sftp-preview"
      title={
        <span className="sftp-preview-title">
          <FileName name={row.name} /> <small>{formatBytes(row.size)}</small>
        </span>
      }
      open={isActive}
      size={isMobile ? '100%' : '60%'}
      closable={{ 'aria-label': t('sftp.close') }}
      extra={tools}
      onClose={onClose}
    >
      <PreviewBody key={file} row={row} about={{ serverId, asRoot, file, size: row.size }} />
    </Drawer>
  )
}
