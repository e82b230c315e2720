import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button, type InputRef } from 'antd'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { ToolButtons } from '../../parts/ToolButtons.tsx'
import { JsonFoot } from './JsonFoot.tsx'
import { JsonNotices } from './JsonNotices.tsx'
import { JsonSearchBar } from './JsonSearchBar.tsx'
import { JsonTree } from './JsonTree.tsx'
import { expressionOf } from './jsonSearch.ts'
import type { JsonDocument } from './useJsonDocument.ts'
import { useJsonSearch } from './useJsonSearch.ts'
import { useRowScroller } from './useRowScroller.ts'
import { useTreeCursor } from './useTreeCursor.ts'
import { useTreeRows } from './useTreeRows.ts'

/** An open document: its tree, and all that can be done with it. */
export function JsonView({ document }: { document: JsonDocument }) {
  const input = useRef<InputRef>(null)
  const [pathNode, setPathNode] = useState<number>()
  const scroller = useRowScroller(document.open.view.lines)
  const loaded = useTreeRows(document, scroller.first, scroller.perWindow)
  const cursor = useTreeCursor({ document, loaded, scroller, onPath: setPathNode })
  const search = useJsonSearch(document, cursor.goToFinding)
  const { box } = scroller
  const { query } = search
  const hit = useMemo(() => (query.text === '' ? undefined : expressionOf(query)), [query])

  const handleKeyDown = (event: KeyboardEvent) => {
    const isFind =
      event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
    const isSlash = event.key === '/' && event.target === box.current
    if (isFind || isSlash) input.current?.focus({ cursor: 'all' })
    else if (event.key === 'F3') void search.go(event.shiftKey ? -1 : 1)
    else return
    event.preventDefault()
  }
  const showDuplicate = async () => {
    const from = (await cursor.row())?.node ?? 0
    const finding = await document.ask((service) => service.find('duplicate', from, 1))
    if (finding) await cursor.goToFinding(finding)
  }
  return (
    <div className="json-view" role="none" onKeyDown={handleKeyDown}>
      <div className="json-bar">
        <TreeButtons document={document} keepPlace={(act) => keepPlace(cursor, act)} />
        <JsonSearchBar search={search} input={input} onLeave={() => box.current?.focus()} />
      </div>
      <JsonNotices inspection={document.open.inspection} onShowDuplicate={showDuplicate} />
      <JsonTree loaded={loaded} scroller={scroller} cursor={cursor} hit={hit} />
      <JsonFoot document={document} cursor={cursor} pathNode={pathNode} onPath={setPathNode} />
    </div>
  )
}

/** Whatever was chosen stays chosen when the lines around it come and go. */
async function keepPlace(cursor: ReturnType<typeof useTreeCursor>, act: () => Promise<void>): Promise<void> {
  const row = await cursor.row()
  await act()
  if (row) await cursor.goTo(row.node)
}

interface ButtonProps {
  document: JsonDocument
  keepPlace: (act: () => Promise<void>) => Promise<void>
}

function TreeButtons({ document: { change, open }, keepPlace }: ButtonProps) {
  const { t } = useTranslation('toolbox')
  return (
    <ToolButtons>
      <Button size="small" onClick={() => keepPlace(() => change((service) => service.expandAll()))}>
        {t('json.expandAll')}
      </Button>
      <Button size="small" onClick={() => keepPlace(() => change((service) => service.collapseAll()))}>
        {t('json.collapseAll')}
      </Button>
      <Button size="small" disabled={open.view.marked === 0} onClick={() => change((service) => service.unmarkAll())}>
        {t('json.unmarkAll')}
      </Button>
    </ToolButtons>
  )
}
