import {
  ArrowRightOutlined,
  CopyOutlined,
  DeleteOutlined,
  DownloadOutlined,
  EditOutlined,
  EyeOutlined,
  FileAddOutlined,
  FolderAddOutlined,
  FolderOpenOutlined,
  FormOutlined,
  LinkOutlined,
  LockOutlined,
  ReloadOutlined,
  ScissorOutlined,
  SelectOutlined,
  SendOutlined,
  SnippetsOutlined,
  UploadOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { can } from '@windlass/shared-kit/permission'
import type { MenuProps } from 'antd'
import type { ReactElement } from 'react'
import { type Circumstances, type Command, fits, isArchived, KEY_OF, mayDo } from './commands.ts'

const ICONS: Readonly<Record<Command, ReactElement>> = {
  copy: <CopyOutlined />,
  copyAcross: <ArrowRightOutlined />,
  copyPath: <LinkOutlined />,
  cut: <ScissorOutlined />,
  delete: <DeleteOutlined />,
  download: <DownloadOutlined />,
  downloadZip: <DownloadOutlined />,
  duplicate: <CopyOutlined />,
  edit: <EditOutlined />,
  moveAcross: <ArrowRightOutlined />,
  newFile: <FileAddOutlined />,
  newFolder: <FolderAddOutlined />,
  newLink: <LinkOutlined />,
  open: <FolderOpenOutlined />,
  owner: <UserOutlined />,
  paste: <SnippetsOutlined />,
  permissions: <LockOutlined />,
  preview: <EyeOutlined />,
  refresh: <ReloadOutlined />,
  rename: <FormOutlined />,
  selectAll: <SelectOutlined />,
  transfer: <SendOutlined />,
  upload: <UploadOutlined />,
  uploadFolder: <UploadOutlined />,
}

type Items = NonNullable<MenuProps['items']>

/** The commands of some groups that may be done and make sense, as a menu. */
export function useMenuItems() {
  const { t } = useTranslation('server')
  return (groups: readonly (readonly Command[])[], about: Circumstances): Items => {
    const itemOf = (command: Command): Items[number] => ({
      key: command,
      icon: ICONS[command],
      label: t(`sftp.command.${command === 'download' && isArchived(about.chosen) ? 'downloadTar' : command}`),
      extra: KEY_OF[command] && <kbd className="sftp-key">{KEY_OF[command]}</kbd>,
      danger: command === 'delete',
    })
    return groups
      .map((group) => group.filter((command) => mayDo(command, can) && fits(command, about)))
      .filter((group) => group.length > 0)
      .flatMap(
        (group, index): Items => [
          ...(index > 0 ? [{ type: 'divider' as const, key: `line ${index}` }] : []),
          ...group.map(itemOf),
        ],
      )
  }
}
