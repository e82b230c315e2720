import { DiffView } from '@windlass/shared-kit/editor'
import { TimeText, useIsMobile } from '@windlass/shared-kit/ui'
import { Skeleton } from 'antd'
import { Suspense } from 'react'

interface Version {
  id: number
  userName: string
  insertTime: string
}

interface Props<Row extends Version> {
  /** What they are versions of, for screen readers. */
  label: string
  rows: readonly Row[]
  chosen: number | undefined
  onChoose: (id: number) => void
  /** How it came to be: "Saved". */
  actionOf: (row: Row) => string
  /** What else is known, behind its time. */
  factsOf: (row: Row) => string
  /** What was written about it, if anything. */
  noteOf?: (row: Row) => string
  /** The text of the chosen one, once it is there, and what it is compared with; each with its name. */
  version: { text: string | undefined; name: string }
  edited: { text: string; name: string }
}

/** The kept versions of a text that lies on a server, each against what is being edited. */
export function TextVersions<Row extends Version>(props: Props<Row>) {
  const { label, rows, chosen, onChoose, actionOf, factsOf, noteOf, version, edited } = props
  const isMobile = useIsMobile()
  return (
    <div className="text-versions">
      <ul aria-label={label}>
        {rows.map((row) => (
          <li key={row.id}>
            <button type="button" aria-pressed={row.id === chosen} onClick={() => onChoose(row.id)}>
              <span>
                <strong>{actionOf(row)}</strong> {row.userName}
              </span>
              {noteOf && noteOf(row) !== '' && <span>{noteOf(row)}</span>}
              <small>
                <TimeText value={row.insertTime} /> · {factsOf(row)}
              </small>
            </button>
          </li>
        ))}
      </ul>
      {version.text !== undefined && (
        <div className="text-diff">
          <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 8 }} />}>
            <DiffView
              key={chosen}
              here={version.text}
              there={edited.text}
              hereName={version.name}
              thereName={edited.name}
              isSideBySide={!isMobile}
            />
          </Suspense>
        </div>
      )}
    </div>
  )
}
