/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a table cannot leave out the rows that are out of sight */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useIsMobile } from '@windlass/shared-kit/ui'
import { useEffect, useRef } from 'react'
import type { Command } from './commands.ts'
import { FileArea, type MenuPlace } from './FileArea.tsx'
import { FileListHead } from './FileListHead.tsx'
import { FileListRow } from './FileListRow.tsx'
import { seenName } from './namePieces.ts'
import type { FileDrop } from './useFileDrop.ts'
import type { PaneState } from './usePane.ts'

const ROW_PX = 30
const TOUCH_ROW_PX = 48
const OVERSCAN = 12

export interface FilesProps {
  pane: PaneState
  drop: FileDrop
  onCommand: (command: Command) => void
  onMenu: (place: MenuPlace) => void
}

/** The files of a folder as lines with columns, of which only those in sight are drawn. */
export function FileList({ pane, drop, onCommand, onMenu }: FilesProps) {
  const { t } = useTranslation('server')
  const isMobile = useIsMobile()
  const scroller = useRef<HTMLDivElement>(null)
  const rowPx = isMobile ? TOUCH_ROW_PX : ROW_PX
  const { shown, names, selection, look, setLook } = pane
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
  })
  const cursor = selection.cursor === undefined ? -1 : names.indexOf(selection.cursor)
  useEffect(() => {
    if (cursor >= 0) virtual.scrollToIndex(cursor, { align: 'auto' })
  }, [cursor, virtual])
  useEffect(() => virtual.measure(), [rowPx, virtual])

  return (
    <FileArea
      {...{ pane, drop, onCommand, onMenu }}
      role="grid"
      label={t('sftp.filesOf', { path: seenName(pane.path) })}
      perLine={1}
      linesPerPage={Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowPx) - 1)}
    >
      {(idOf) => (
        <>
          <FileListHead sort={look.sort} onSort={(sort) => setLook({ sort })} />
          <div ref={scroller} className="sftp-scroller" role="rowgroup">
            <div className="sftp-canvas" role="presentation" style={{ height: virtual.getTotalSize() }}>
              {virtual.getVirtualItems().map(({ index, start, size }) => {
                const row = shown[index]
                return (
                  row && (
                    <FileListRow
                      key={row.name}
                      id={idOf(index)}
                      row={row}
                      index={index}
                      start={start}
                      height={size}
                      isChosen={selection.names.has(row.name)}
                      isCursor={index === cursor}
                      isTarget={drop.target === index}
                    />
                  )
                )
              })}
            </div>
          </div>
        </>
      )}
    </FileArea>
  )
}
