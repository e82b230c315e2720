import { DeleteOutlined, DownloadOutlined, EditOutlined, MoreOutlined } from '@ant-design/icons'
import {
  PROJECT_FILE_TEXT_BYTES,
  type ProjectFile,
  ProjectFileDownload,
} from '@windlass/shared-kit/contract/projectFile'
import { addressOf } from '@windlass/shared-kit/http'
import { formatBytes, isolated, useTranslation } from '@windlass/shared-kit/i18n'
import { type Loadable, MonoText, TimeText } from '@windlass/shared-kit/ui'
import { DataTable } from '@windlass/shared-kit/ui/table'
import { Button, Dropdown } from 'antd'
import type { ReactNode } from 'react'

interface Props {
  of: Loadable
  rows: readonly ProjectFile[]
  empty: ReactNode
  onEdit: (file: ProjectFile) => void
  onReplace: (file: ProjectFile) => void
  onRename: (file: ProjectFile) => void
  onRemove: (file: ProjectFile) => void
}

/** What there is, how large, and who changed it when. */
export function FileTable({ of, rows, empty, ...actions }: Props) {
  const { t } = useTranslation('deploy')
  return (
    <DataTable
      label={t('pages.sync')}
      of={of}
      rows={rows}
      rowKey={({ id }) => id}
      permission={t('permission.FileSync')}
      empty={{ title: t('sync.emptyTitle'), explanation: t('sync.emptyExplanation'), action: empty }}
      columns={[
        {
          key: 'filename',
          title: t('sync.filename'),
          card: 'title',
          isTall: true,
          compare: (one, other) => one.filename.localeCompare(other.filename),
          render: ({ filename }) => <MonoText>{filename}</MonoText>,
        },
        {
          key: 'size',
          title: t('sync.size'),
          width: 96,
          align: 'right',
          compare: (one, other) => one.size - other.size,
          render: ({ size }) => formatBytes(size),
        },
        { key: 'mode', title: t('sync.modeTitle'), width: 104, render: ({ mode }) => <MonoText>{mode}</MonoText> },
        {
          key: 'changed',
          title: t('sync.changed'),
          width: 220,
          compare: (one, other) => one.updateTime.localeCompare(other.updateTime),
          render: ({ updateTime, editor }) => (
            <>
              <TimeText value={updateTime} /> <span className="wl-faint">{editor}</span>
            </>
          ),
        },
        {
          key: 'actions',
          title: t('actions'),
          width: 152,
          card: 'actions',
          render: (file) => <FileActions file={file} {...actions} />,
        },
      ]}
    />
  )
}

function FileActions({
  file,
  onEdit,
  onReplace,
  onRename,
  onRemove,
}: { file: ProjectFile } & Omit<Props, 'empty' | 'of' | 'rows'>) {
  const { t } = useTranslation('deploy')
  const named = (verb: string) => `${t(`sync.${verb}`)}: ${isolated(file.filename)}`
  const isEditable = file.size <= PROJECT_FILE_TEXT_BYTES
  const more = [
    { key: 'replace', label: t('sync.replace'), onClick: () => onReplace(file) },
    { key: 'rename', label: t('sync.rename'), onClick: () => onRename(file) },
  ]
  return (
    <>
      <Button
        type="text"
        size="small"
        icon={<EditOutlined />}
        disabled={!isEditable}
        aria-label={named('edit')}
        title={isEditable ? t('sync.edit') : t('sync.tooLargeToEdit')}
        onClick={() => onEdit(file)}
      />
      <Button
        type="text"
        size="small"
        icon={<DownloadOutlined />}
        aria-label={named('download')}
        title={t('sync.download')}
        href={addressOf(ProjectFileDownload, { id: file.id })}
        download
      />
      <Button
        type="text"
        size="small"
        danger
        icon={<DeleteOutlined />}
        aria-label={named('remove')}
        title={t('sync.remove')}
        onClick={() => onRemove(file)}
      />
      <Dropdown menu={{ items: more }} trigger={['click']}>
        <Button type="text" size="small" icon={<MoreOutlined />} aria-label={named('more')} title={t('sync.more')} />
      </Dropdown>
    </>
  )
}
