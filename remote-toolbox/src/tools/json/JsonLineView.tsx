import { useTranslation } from '@windlass/shared-kit/i18n'
import { memo } from 'react'
import type { JsonRow } from './jsonRows.ts'
import { MarkedText } from './MarkedText.tsx'

const INDENT_PX = 16
/** Deeper levels stay where they can be seen. */
const DEEPEST_INDENT = 40
const BRACKETS: Readonly<Partial<Record<JsonRow['kind'], readonly [string, string]>>> = {
  array: ['[', ']'],
  object: ['{', '}'],
}

interface Props {
  id: string
  /** Which line of the tree this is. */
  line: number
  row: JsonRow
  isActive: boolean
  /** Distance from the top of what is scrolled, in px. */
  top: number
  /** Matches what is searched for. */
  hit: RegExp | undefined
}

/** One line of the tree: a value, the opening of a group, or its closing bracket. */
export const JsonLineView = memo(function JsonLineView({ id, line, row, isActive, top, hit }: Props) {
  const indent = Math.min(row.depth, DEEPEST_INDENT) * INDENT_PX
  const { isMarked, isClosing, isCollapsed, size } = row
  const classes = ['json-line', isMarked && 'json-marked', isActive && 'json-active'].filter(Boolean).join(' ')
  const style = { transform: `translateY(${top}px)`, paddingLeft: indent + INDENT_PX }
  const comma = row.isLast ? '' : ','
  if (isClosing) {
    return (
      <div id={id} className={classes} role="none" style={style} data-line={line}>
        {BRACKETS[row.kind]?.[1]}
        {comma}
      </div>
    )
  }
  return (
    <div
      id={id}
      className={classes}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-expanded={size > 0 ? !isCollapsed : undefined}
      aria-selected={isMarked}
      style={style}
      data-line={line}
    >
      {size > 0 && <i className="json-arrow" style={{ left: indent }} data-open={!isCollapsed} aria-hidden="true" />}
      <KeyText row={row} hit={hit} />
      {BRACKETS[row.kind] ? (
        <GroupText row={row} />
      ) : (
        <span className={`json-${row.kind}`}>
          <MarkedText text={row.text} hit={hit} />
        </span>
      )}
      {(size === 0 || isCollapsed) && comma}
    </div>
  )
})

function KeyText({ row, hit }: Pick<Props, 'row' | 'hit'>) {
  const { t } = useTranslation('toolbox')
  if (row.key === undefined) return null
  return (
    <>
      <span className="json-key">
        <MarkedText text={row.key} hit={hit} />
      </span>
      {row.isDuplicate && (
        <span className="json-twice" title={t('json.repeatedHint')}>
          {t('json.repeated')}
        </span>
      )}
      {': '}
    </>
  )
}

function GroupText({ row: { kind, size, isCollapsed } }: Pick<Props, 'row'>) {
  const { t } = useTranslation('toolbox')
  const [opening, closing] = BRACKETS[kind] ?? ['', '']
  if (size === 0) return opening + closing
  if (!isCollapsed) return opening
  return (
    <>
      {opening}
      <span className="json-size">{t(`json.${kind}Size`, { count: size })}</span>
      {closing}
    </>
  )
}
