import { useTranslation } from '@windlass/shared-kit/i18n'
import { memo } from 'react'
import { bracketsOf } from './jsonTree.ts'
import type { JsonNode } from './readJson.ts'

const INDENT_PX = 16
/** Deeper levels stay where they can be seen. */
const DEEPEST_INDENT = 40
/** A line cannot show more, and drawing megabytes takes seconds. Copying takes the whole text. */
const SHOWN_LENGTH = 2000

interface Props {
  id: string
  /** Which line of the tree this is. */
  line: number
  node: JsonNode
  isClosing: boolean
  isCollapsed: boolean
  isMarked: boolean
  isActive: boolean
  isLast: boolean
  /** Distance from the top of the tree in px. */
  top: number
}

function shapeOf(text: string): string {
  if (text.startsWith('"')) return 'string'
  return text === 'true' || text === 'false' || text === 'null' ? 'word' : 'number'
}

const cut = (text: string) => (text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text)

export const JsonLineView = memo(function JsonLineView(props: Props) {
  const { id, node, isClosing, isCollapsed, isMarked, isActive, isLast, top, line } = props
  const indent = Math.min(node.depth, DEEPEST_INDENT) * INDENT_PX
  const classes = ['json-line', isMarked && 'json-marked', isActive && 'json-active'].filter(Boolean).join(' ')
  const style = { transform: `translateY(${top}px)`, paddingLeft: indent + INDENT_PX }
  const comma = isLast ? '' : ','
  if (isClosing) {
    return (
      <div id={id} className={classes} role="none" style={style} data-line={line}>
        {bracketsOf(node)[1]}
        {comma}
      </div>
    )
  }
  return (
    <div
      id={id}
      className={classes}
      role="treeitem"
      aria-level={node.depth + 1}
      aria-expanded={node.size > 0 ? !isCollapsed : undefined}
      aria-selected={isMarked}
      style={style}
      data-line={line}
    >
      {node.size > 0 && (
        <i className="json-arrow" style={{ left: indent }} data-open={!isCollapsed} aria-hidden="true" />
      )}
      {node.key !== undefined && (
        <>
          <span className="json-key">{cut(node.key)}</span>
          {': '}
        </>
      )}
      {node.kind === 'value' ? (
        <span className={`json-${shapeOf(node.text)}`}>{cut(node.text)}</span>
      ) : (
        <GroupText node={node} isCollapsed={isCollapsed} />
      )}
      {(node.size === 0 || isCollapsed) && comma}
    </div>
  )
})

function GroupText({ node, isCollapsed }: { node: JsonNode; isCollapsed: boolean }) {
  const { t } = useTranslation('toolbox')
  const [opening, closing] = bracketsOf(node)
  if (node.size === 0) return opening + closing
  if (!isCollapsed) return opening
  return (
    <>
      {opening}
      <span className="json-size">{t(`json.${node.kind}Size`, { count: node.size })}</span>
      {closing}
    </>
  )
}
