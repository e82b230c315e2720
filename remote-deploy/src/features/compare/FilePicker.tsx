import { ArrowUpOutlined, FileOutlined, FolderOutlined } from '@ant-design/icons'
import type { DirEntry } from '@windlass/shared-kit/contract/compare'
import { formatBytes, useTranslation } from '@windlass/shared-kit/i18n'
import { usePageActive } from '@windlass/shared-kit/remote'
import { EmptyState, LoadState, MonoText, TimeText, useIsMobile } from '@windlass/shared-kit/ui'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { parentOf } from './comparePath.ts'
import { useReposFiles } from './useCompare.ts'

interface Props {
  projectId: number
  /** The path in the field; its directory is shown first. */
  start: string
  open: boolean
  onFile: (path: string) => void
  onFolder: (path: string) => void
  onClose: () => void
}

const WIDTH_PX = 560

/** Walks through the working copy to a file, or to a directory that is compared as a whole. */
export function FilePicker(props: Props) {
  const { t } = useTranslation('deploy')
  const isMobile = useIsMobile()
  const isActive = usePageActive()
  return (
    <Drawer
      title={t('compare.choose')}
      open={props.open && isActive}
      size={isMobile ? '100%' : WIDTH_PX}
      closable={{ 'aria-label': t('close') }}
      destroyOnHidden
      onClose={props.onClose}
    >
      <Folder {...props} />
    </Drawer>
  )
}

function Folder({ projectId, start, open, onFile, onFolder }: Props) {
  const { t } = useTranslation('deploy')
  const [folder, setFolder] = useState(parentOf(start))
  const entries = useReposFiles(projectId, folder, open)
  const inside = (name: string) => (folder === '' ? name : `${folder}/${name}`)
  return (
    <div className="dp-picker">
      <div className="dp-picker-head">
        <Button
          icon={<ArrowUpOutlined />}
          disabled={folder === ''}
          aria-label={t('compare.up')}
          title={t('compare.up')}
          onClick={() => setFolder(parentOf(folder))}
        />
        <MonoText>{`/${folder}`}</MonoText>
        <Button onClick={() => onFolder(folder)}>{t('compare.wholeFolder')}</Button>
      </div>
      <LoadState of={entries} permission={t('permission.FileCompare')}>
        {entries.data?.length === 0 && <EmptyState title={t('compare.emptyFolder')} />}
        <ul>
          {entries.data?.map((entry) => (
            <Entry
              key={entry.name}
              entry={entry}
              onChoose={() => (entry.isDir ? setFolder(inside(entry.name)) : onFile(inside(entry.name)))}
            />
          ))}
        </ul>
      </LoadState>
    </div>
  )
}

function Entry({ entry, onChoose }: { entry: DirEntry; onChoose: () => void }) {
  return (
    <li>
      <button type="button" onClick={onChoose}>
        {entry.isDir ? <FolderOutlined aria-hidden="true" /> : <FileOutlined aria-hidden="true" />}
        <span>{entry.isDir ? `${entry.name}/` : entry.name}</span>
        <span className="wl-faint">{entry.isDir ? '' : formatBytes(entry.size)}</span>
        <TimeText value={entry.modTime} />
      </button>
    </li>
  )
}
