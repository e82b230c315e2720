import { DownloadOutlined, DownOutlined, UpOutlined } from '@ant-design/icons'
import { useVirtualizer } from '@tanstack/react-virtual'
import { formatNumber, useTranslation } from '@windlass/shared-kit/i18n'
import { saveFile } from '@windlass/shared-kit/save'
import { CopyButton } from '@windlass/shared-kit/ui'
import { Button, Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { AnsiPiece } from './ansiLines.ts'
import { type OutputLine, type OutputPart, outputLines } from './outputLines.ts'

const LINE_PX = 18
const OVERSCAN = 20
/** Closer to the end than this, the reader wants to see what comes. */
const END_PX = 40

interface Props {
  label: string
  parts: readonly OutputPart[]
  /** Whether more may come. */
  isLive: boolean
  /** Of the file that is saved. */
  fileName: string
  /** Shown while there is nothing. */
  empty: string
}

/** Output of a program: its colours, a search, and the whole of it to take away. Follows the end until somebody scrolls up. */
export function OutputView({ label, parts, isLive, fileName, empty }: Props) {
  const { t } = useTranslation('server')
  const [search, setSearch] = useState('')
  const [at, setAt] = useState(0)
  const lines = outputLines(parts)
  const wanted = search.toLowerCase()
  const hits =
    wanted === '' ? [] : lines.flatMap(({ plain }, index) => (plain.toLowerCase().includes(wanted) ? [index] : []))
  const current = hits[Math.min(at, hits.length - 1)]
  const whole = () => parts.map(({ text }) => text).join('\n')
  const go = (step: number) => setAt(hits.length === 0 ? 0 : (at + step + hits.length) % hits.length)
  return (
    <section className="run-output" aria-label={label}>
      <div className="run-output-tools">
        <Finder
          value={search}
          at={hits.length === 0 ? 0 : at + 1}
          count={hits.length}
          onChange={(text) => {
            setSearch(text)
            setAt(0)
          }}
          onGo={go}
        />
        <span className="run-output-take">
          <CopyButton text={async () => whole()} label={t('run.copy')} isDisabled={lines.length === 0} />
          <Button
            size="small"
            type="text"
            icon={<DownloadOutlined />}
            disabled={lines.length === 0}
            aria-label={t('run.download')}
            title={t('run.download')}
            onClick={() => saveFile(fileName, new Blob([whole()], { type: 'text/plain;charset=utf-8' }))}
          />
        </span>
      </div>
      {lines.length === 0 ? (
        <p className="run-output-empty">{empty}</p>
      ) : (
        <Lines lines={lines} label={label} isLive={isLive} search={wanted} current={current} />
      )}
    </section>
  )
}

interface FinderProps {
  value: string
  /** Which of the matches is shown, from 1; 0 is none. */
  at: number
  count: number
  onChange: (text: string) => void
  onGo: (step: number) => void
}

/** Looks for a text; Enter and Shift+Enter go from match to match. */
function Finder({ value, at, count, onChange, onGo }: FinderProps) {
  const { t } = useTranslation('server')
  return (
    <>
      <Input
        className="run-output-search"
        size="small"
        type="search"
        allowClear
        value={value}
        aria-label={t('run.search')}
        placeholder={t('run.search')}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onGo(event.shiftKey ? -1 : 1)
        }}
      />
      {value !== '' && (
        <output className="run-output-hits">
          {t('run.hits', { at: formatNumber(at), count })}
          <Button
            size="small"
            type="text"
            icon={<UpOutlined />}
            aria-label={t('run.before')}
            onClick={() => onGo(-1)}
          />
          <Button size="small" type="text" icon={<DownOutlined />} aria-label={t('run.next')} onClick={() => onGo(1)} />
        </output>
      )}
    </>
  )
}

interface LinesProps {
  lines: readonly OutputLine[]
  label: string
  isLive: boolean
  search: string
  current: number | undefined
}

function Lines({ lines, label, isLive, search, current }: LinesProps) {
  'use no memo'
  const { t } = useTranslation('server')
  const scroller = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_PX,
    overscan: OVERSCAN,
  })
  const height = virtual.getTotalSize()
  useEffect(() => {
    const box = scroller.current
    if (box && isLive && isAtEnd.current) box.scrollTop = box.scrollHeight
  }, [height, isLive])
  useEffect(() => {
    if (current !== undefined) virtual.scrollToIndex(current, { align: 'center' })
  }, [current, virtual])
  return (
    <div
      ref={scroller}
      className="run-output-lines"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long output scrolls, also by keyboard
      tabIndex={0}
      role="log"
      aria-label={label}
      aria-live="off"
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        isAtEnd.current = scrollTop + clientHeight > scrollHeight - END_PX
      }}
    >
      <div className="run-output-canvas" style={{ height }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const line = lines[index]
          if (!line) return null
          const kind = index === current ? 'run-line run-line-current' : 'run-line'
          return (
            <div
              key={index}
              ref={virtual.measureElement}
              data-index={index}
              className={`${kind} run-line-${line.kind}`}
              style={{ transform: `translateY(${start}px)` }}
            >
              {line.kind === 'cut' && t('run.cut', { count: formatNumber(line.cut) })}
              {line.kind === 'title' && line.plain}
              {line.pieces.map((piece, number) => (
                // oxlint-disable-next-line react/no-array-index-key -- pieces of a line have no other name
                <Piece key={number} piece={piece} search={search} />
              ))}
            </div>
          )
        })}
      </div>
    </div>
  )
}

function Piece({ piece, search }: { piece: AnsiPiece; search: string }) {
  const { text, look, colour } = piece
  const at = search === '' ? -1 : text.toLowerCase().indexOf(search)
  const style = colour === undefined ? undefined : { color: colour }
  return (
    <span className={look || undefined} style={style}>
      {at < 0 ? (
        text
      ) : (
        <>
          {text.slice(0, at)}
          <mark>{text.slice(at, at + search.length)}</mark>
          {text.slice(at + search.length)}
        </>
      )}
    </span>
  )
}
