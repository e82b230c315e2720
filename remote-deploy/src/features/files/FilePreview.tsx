import { DownloadOutlined } from '@ant-design/icons'
import { RepositoryDownloadFile } from '@windlass/shared-kit/contract/repository'
import { CodeEditor, languageOfFile } from '@windlass/shared-kit/editor'
import { addressOf } from '@windlass/shared-kit/http'
import { formatBytes, useTranslation } from '@windlass/shared-kit/i18n'
import { usePageActive } from '@windlass/shared-kit/remote'
import { EmptyState, LoadState, useIsMobile } from '@windlass/shared-kit/ui'
import { Button, Drawer, Skeleton } from 'antd'
import { Suspense } from 'react'
import { nameOf } from './filePath.ts'
import { PicturePreview } from './PicturePreview.tsx'
import type { FileContent } from './readFileContent.ts'
import { useFileContent } from './useFiles.ts'

const WIDTH_PX = 860

interface Props {
  projectId: number
  /** "" while none is looked at. */
  file: string
  onClose: () => void
}

/** A file at the right edge: text with colours, pictures, and for anything else the way to save it. */
export function FilePreview({ projectId, file, onClose }: Props) {
  const { t } = useTranslation('deploy')
  const isMobile = useIsMobile()
  const isActive = usePageActive()
  const content = useFileContent(projectId, file)
  const download = (
    <Button
      icon={<DownloadOutlined aria-hidden="true" />}
      href={file && addressOf(RepositoryDownloadFile, { id: projectId, file })}
      download
    >
      {t('files.download')}
    </Button>
  )
  return (
    <Drawer
      rootClassName="dp-file-drawer"
      title={<span className="dp-file-title">{nameOf(file)}</span>}
      open={file !== '' && isActive}
      size={isMobile ? '100%' : WIDTH_PX}
      closable={{ 'aria-label': t('close') }}
      extra={download}
      destroyOnHidden
      onClose={onClose}
    >
      <LoadState of={content} permission={t('permission.ManageRepository')}>
        {content.data && <Shown name={nameOf(file)} content={content.data} />}
      </LoadState>
    </Drawer>
  )
}

function Shown({ name, content }: { name: string; content: FileContent }) {
  const { t } = useTranslation('deploy')
  if (content.kind === 'picture') return <PicturePreview name={name} blob={content.blob} />
  if (content.kind === 'text') {
    if (content.text === '') return <EmptyState title={t('files.emptyFile')} />
    return (
      <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 8 }} />}>
        <CodeEditor isReadOnly label={name} language={languageOfFile(name)} value={content.text} />
      </Suspense>
    )
  }
  return (
    <EmptyState
      title={t(`files.${content.kind}.title`)}
      explanation={t(`files.${content.kind}.explanation`, { size: formatBytes(content.size) })}
    />
  )
}
