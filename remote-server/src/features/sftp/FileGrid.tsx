/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a table cannot leave out the rows that are out of sight */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { FileArea } from './FileArea.tsx'
import { FileIcon } from './FileIcon.tsx'
import type { FilesProps } from './FileList.tsx'
import { FileName } from './FileName.tsx'
import { type FileRow, kindBehind } from './fileRow.ts'
import { seenName } from './namePieces.ts'

const CELL_PX = { width: 108, height: 104 }
const OVERSCAN = 4

/** The files of a folder as icons, of which only those in sight are drawn. */
export function FileGrid({ pane, drop, onCommand, onMenu }: FilesProps) {
  const { t } = useTranslation('server')
  const scroller = useRef<HTMLDivElement>(null)
  const perLine = usePerLine(scroller)
  const { shown, names, selection } = pane
  const virtual = useVirtualizer({
    count: Math.ceil(shown.length / perLine),
    getScrollElement: () => scroller.current,
    estimateSize: () => CELL_PX.height,
    overscan: OVERSCAN,
  })
  const cursor = selection.cursor === undefined ? -1 : names.indexOf(selection.cursor)
  useEffect(() => {
    if (cursor >= 0) virtual.scrollToIndex(Math.floor(cursor / perLine), { align: 'auto' })
  }, [cursor, perLine, virtual])

  return (
    <FileArea
      {...{ pane, drop, onCommand, onMenu, perLine }}
      role="listbox"
      label={t('sftp.filesOf', { path: seenName(pane.path) })}
      linesPerPage={Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / CELL_PX.height) - 1)}
    >
      {(idOf) => (
        <div ref={scroller} className="sftp-scroller" role="presentation">
          <div className="sftp-canvas" role="presentation" style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index: line, start }) => (
              <div
                key={line}
                role="presentation"
                className="sftp-line"
                style={{
                  transform: `translateY(${start}px)`,
                  gridTemplateColumns: `repeat(${perLine}, minmax(0, 1fr))`,
                }}
              >
                {shown.slice(line * perLine, (line + 1) * perLine).map((row, place) => {
                  const index = line * perLine + place
                  return (
                    <Cell key={row.name} {...{ pane, row, index }} id={idOf(index)} isTarget={drop.target === index} />
                  )
                })}
              </div>
            ))}
          </div>
        </div>
      )}
    </FileArea>
  )
}

interface CellProps {
  pane: FilesProps['pane']
  row: FileRow
  index: number
  id: string
  isTarget: boolean
}

function Cell({ pane, row, index, id, isTarget }: CellProps) {
  const { t } = useTranslation('server')
  const kind = kindBehind(row)
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the list has the focus
    <div
      id={id}
      role="option"
      className="sftp-cell"
      aria-selected={pane.selection.names.has(row.name)}
      aria-setsize={pane.shown.length}
      aria-posinset={index + 1}
      data-index={index}
      data-cursor={pane.selection.cursor === row.name}
      data-target={isTarget}
      data-hidden={row.name.startsWith('.')}
      title={seenName(row.name)}
      draggable
    >
      <FileIcon file={row} />
      <FileName name={row.name} />
      {kind !== 'file' && <span className="wl-hidden">{t(`sftp.kind.${kind || 'dangling'}`)}</span>}
    </div>
  )
}

function usePerLine(scroller: RefObject<HTMLDivElement | null>): number {
  const [perLine, setPerLine] = useState(1)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => setPerLine(Math.max(1, Math.floor(element.clientWidth / CELL_PX.width)))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])
  return perLine
}
