/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a table cannot leave out the rows that are out of sight */
import { CaretDownFilled, CaretUpFilled } from '@ant-design/icons'
import { useTranslation } from '@windlass/shared-kit/i18n'
import type { Sort } from './arrangeRows.ts'

interface Props {
  sort: Sort
  onSort: (sort: Sort) => void
}

/** In the order of the columns. */
const COLUMNS = ['name', 'size', 'mode', 'owner', 'time'] as const
/** Large and late things are looked for first. */
const STARTS_DOWN: readonly Sort['by'][] = ['size', 'time']

/** The names of the columns; each sorts, and again turns the order around. */
export function FileListHead({ sort, onSort }: Props) {
  const { t } = useTranslation('server')
  const turned = (by: Sort['by']) => ({ by, isDown: sort.by === by ? !sort.isDown : STARTS_DOWN.includes(by) })
  return (
    <div role="rowgroup" className="sftp-head">
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the grid has the focus */}
      <div role="row" aria-rowindex={1} className="sftp-columns">
        {COLUMNS.map((by) => (
          <div
            key={by}
            role="columnheader"
            className={`sftp-column-${by}`}
            aria-sort={sort.by === by ? (sort.isDown ? 'descending' : 'ascending') : 'none'}
          >
            <button type="button" onClick={() => onSort(turned(by))}>
              {t(`sftp.column.${by}`)}
              {sort.by === by && (sort.isDown ? <CaretDownFilled /> : <CaretUpFilled />)}
            </button>
          </div>
        ))}
      </div>
    </div>
  )
}
