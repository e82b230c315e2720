import { FileOutlined, FolderFilled, LinkOutlined, WarningOutlined } from '@ant-design/icons'
import type { RepositoryEntry } from '@windlass/shared-kit/contract/repository'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Link } from 'react-router-dom'
import { joinPath, searchFor } from './filePath.ts'

interface Props {
  entry: RepositoryEntry
  dir: string
  /** Its place in the list, by which the arrow keys find it. */
  index: number
}

const iconOf = ({ isDir, isLink, obstacle }: RepositoryEntry) => {
  if (obstacle !== '') return <WarningOutlined />
  if (isDir) return <FolderFilled />
  return isLink ? <LinkOutlined /> : <FileOutlined />
}

/** Names may hold what cannot be seen; here it can. */
const visible = (name: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters and changes of direction are what is replaced
  name.replace(/[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')

/** The name of a file or folder and the way into it; what leads nowhere says why. */
export function FileName({ entry, dir, index }: Props) {
  const { t } = useTranslation('deploy')
  const path = joinPath(dir, entry.name)
  const name = visible(entry.name)
  const icon = (
    <span className={`dp-file-icon${entry.isDir ? ' dp-file-folder' : ''}`} aria-hidden="true">
      {iconOf(entry)}
    </span>
  )
  if (entry.obstacle !== '') {
    return (
      <span className="dp-file-name dp-file-stuck" title={t(`files.obstacle.${entry.obstacle}`)}>
        {icon}
        <span>{name}</span>
        <small>{t(`files.obstacle.${entry.obstacle}`)}</small>
      </span>
    )
  }
  return (
    <Link
      className="dp-file-name"
      data-file-index={index}
      title={name}
      to={{ search: entry.isDir ? searchFor(path) : searchFor(dir, path) }}
    >
      {icon}
      <span>{name}</span>
      {entry.isDir && <span className="wl-hidden">{t('files.folder')}</span>}
    </Link>
  )
}
