import {
  ApiOutlined,
  AudioOutlined,
  CodeOutlined,
  DatabaseOutlined,
  DisconnectOutlined,
  FileImageOutlined,
  FileOutlined,
  FilePdfOutlined,
  FilePptOutlined,
  FileTextOutlined,
  FileWordOutlined,
  FileZipOutlined,
  FolderFilled,
  FontSizeOutlined,
  HddOutlined,
  KeyOutlined,
  LinkOutlined,
  ProfileOutlined,
  SettingOutlined,
  TableOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons'
import type { SftpFile } from '@windlass/shared-kit/contract/sftpListing'
import type { ReactElement } from 'react'
import { kindBehind } from './fileRow.ts'
import { type FileSort, fileSort } from './fileSort.ts'

const BY_SORT: Readonly<Record<FileSort, ReactElement>> = {
  archive: <FileZipOutlined />,
  audio: <AudioOutlined />,
  code: <CodeOutlined />,
  config: <SettingOutlined />,
  database: <DatabaseOutlined />,
  document: <FileWordOutlined />,
  font: <FontSizeOutlined />,
  image: <FileImageOutlined />,
  key: <KeyOutlined />,
  log: <ProfileOutlined />,
  other: <FileOutlined />,
  pdf: <FilePdfOutlined />,
  script: <CodeOutlined />,
  sheet: <TableOutlined />,
  slides: <FilePptOutlined />,
  text: <FileTextOutlined />,
  video: <VideoCameraOutlined />,
}

function shapeOf(file: SftpFile): ReactElement {
  switch (kindBehind(file)) {
    case 'dir':
      return <FolderFilled />
    case 'file':
      return BY_SORT[fileSort(file.name)]
    case 'char':
    case 'block':
      return <HddOutlined />
    case '':
      return <DisconnectOutlined />
    default:
      return <ApiOutlined />
  }
}

/** What a file is at a glance; the words are in its row. */
export function FileIcon({ file }: { file: SftpFile }) {
  const kind = kindBehind(file)
  const sort = kind === 'file' ? fileSort(file.name) : kind || 'dangling'
  return (
    <span className="sftp-icon" data-sort={sort} aria-hidden="true">
      {shapeOf(file)}
      {file.kind === 'link' && <LinkOutlined className="sftp-icon-link" />}
    </span>
  )
}
