/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a table cannot leave out the rows that are out of sight */
import { EllipsisOutlined } from '@ant-design/icons'
import { modeText } from '@windlass/shared-kit/contract/sftpListing'
import { formatBytes, formatNumber, useTranslation } from '@windlass/shared-kit/i18n'
import { TimeText } from '@windlass/shared-kit/ui'
import { memo } from 'react'
import { FileIcon } from './FileIcon.tsx'
import { FileName } from './FileName.tsx'
import { type FileRow, isFolder, kindBehind } from './fileRow.ts'
import { seenName } from './namePieces.ts'

interface Props {
  id: string
  row: FileRow
  index: number
  start: number
  height: number
  isChosen: boolean
  isCursor: boolean
  isTarget: boolean
}

/** One file as a line. Clicks and keys are handled by the area around it. */
export const FileListRow = memo(function FileListRow(props: Props) {
  const { id, row, index, start, height, isChosen, isCursor, isTarget } = props
  const { t } = useTranslation('server')
  const kind = kindBehind(row)
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the grid has the focus
    <div
      id={id}
      role="row"
      className="sftp-row sftp-columns"
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      data-index={index}
      data-cursor={isCursor}
      data-target={isTarget}
      data-hidden={row.name.startsWith('.')}
      draggable
      style={{ height, transform: `translateY(${start}px)` }}
    >
      <span role="gridcell" className="sftp-column-name">
        <span className="sftp-check" data-act="check" aria-hidden="true" />
        <FileIcon file={row} />
        <span className="sftp-name" title={seenName(row.name)}>
          <FileName name={row.name} />
          {row.target !== undefined && (
            <span className="sftp-target" title={seenName(row.target)}>
              → <FileName name={row.target} />
            </span>
          )}
        </span>
        {kind !== 'file' && <span className="wl-hidden">{t(`sftp.kind.${kind || 'dangling'}`)}</span>}
        {kind === '' && <span className="sftp-note">{t('sftp.dangling')}</span>}
        <button
          type="button"
          className="sftp-more"
          data-act="menu"
          tabIndex={-1}
          aria-label={t('sftp.actionsOf', { name: seenName(row.name) })}
        >
          <EllipsisOutlined />
        </button>
      </span>
      <span role="gridcell" className="sftp-column-size" title={t('sftp.bytes', { size: formatNumber(row.size) })}>
        {isFolder(row) ? '' : formatBytes(row.size)}
      </span>
      <span role="gridcell" className="sftp-column-mode">
        {modeText(row.kind, row.bits)}
      </span>
      <span role="gridcell" className="sftp-column-owner" title={`${row.owner}:${row.group} (${row.uid}:${row.gid})`}>
        {row.owner}:{row.group}
      </span>
      <span role="gridcell" className="sftp-column-time">
        <TimeText value={new Date(row.time * 1000)} />
      </span>
    </div>
  )
})
