import { type KeyboardEvent, useState } from 'react'
import type { JsonRow } from './jsonRows.ts'
import type { JsonFinding } from './jsonService.ts'
import type { JsonDocument } from './useJsonDocument.ts'
import type { RowScroller } from './useRowScroller.ts'
import type { LoadedRows } from './useTreeRows.ts'

/** Which modifier keys were held. */
interface Modifiers {
  altKey: boolean
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}

interface Parts {
  document: JsonDocument
  loaded: LoadedRows
  scroller: RowScroller
  /** Somebody wants to see the path of a node. */
  onPath: (node: number) => void
}

interface Moves extends Pick<Parts, 'document' | 'onPath'> {
  rowAt: (line: number) => Promise<JsonRow | undefined>
  go: (line: number) => void
  goTo: (node: number) => Promise<void>
}

/** What happens to a line that is clicked, or that gets a key. */
function makeActs({ document, rowAt, go, goTo, onPath }: Moves) {
  const toggle = async ({ node, isClosing, size }: JsonRow, isDeep: boolean) => {
    if (size === 0) return
    await document.change((service) => service.toggle(node, isDeep))
    // The closing bracket is gone.
    if (isClosing) await goTo(node)
  }
  const act = async (line: number, { altKey, shiftKey, ctrlKey, metaKey }: Modifiers) => {
    const row = await rowAt(line)
    if (!row) return
    if (altKey) await document.change((service) => service.mark(row.node))
    else if (shiftKey) onPath(row.node)
    else await toggle(row, ctrlKey || metaKey)
  }
  /** Into a group, which opens first. */
  const enter = async (line: number) => {
    const row = await rowAt(line)
    if (!row || row.size === 0 || row.isClosing) return
    if (row.isCollapsed) await toggle(row, false)
    else go(line + 1)
  }
  /** Closes a group, or goes to the one around. */
  const leave = async (line: number) => {
    const row = await rowAt(line)
    if (!row) return
    if (row.size > 0 && !row.isCollapsed) await toggle(row, false)
    else if (row.parent >= 0) await goTo(row.parent)
  }
  return { act, enter, leave }
}

/** Where somebody is in the tree, and what keys and clicks do there. */
export function useTreeCursor({ document, loaded, scroller, onPath }: Parts) {
  const [chosen, setChosen] = useState(0)
  const last = document.open.view.lines - 1
  const active = Math.max(0, Math.min(chosen, last))

  const rowAt = async (line: number): Promise<JsonRow | undefined> =>
    loaded.rows[line - loaded.from] ?? (await document.ask((service) => service.rows(line, 1)))?.rows[0]
  const show = (line: number) => {
    setChosen(line)
    scroller.show(line)
  }
  const go = (line: number) => show(Math.max(0, Math.min(last, line)))
  const goTo = async (node: number) => {
    const line = await document.ask((service) => service.lineOf(node))
    if (line !== undefined) show(line)
  }
  const { act, enter, leave } = makeActs({ document, rowAt, go, goTo, onPath })
  const press = (event: KeyboardEvent) => {
    const moves: Readonly<Record<string, () => unknown>> = {
      ArrowDown: () => go(active + 1),
      ArrowUp: () => go(active - 1),
      PageDown: () => go(active + scroller.perWindow),
      PageUp: () => go(active - scroller.perWindow),
      Home: () => go(0),
      End: () => go(last),
      ArrowRight: () => enter(active),
      ArrowLeft: () => leave(active),
      Enter: () => act(active, event),
      ' ': () => act(active, event),
    }
    const isAct = event.key === 'Enter' || event.key === ' '
    const move = moves[event.key]
    if (!move || (!isAct && (event.ctrlKey || event.metaKey))) return
    event.preventDefault()
    move()
  }
  return {
    active,
    press,
    click: (line: number, modifiers: Modifiers) => {
      setChosen(line)
      void act(line, modifiers)
    },
    goTo,
    /** Something was found, and what was around it opened. */
    goToFinding: async (finding: JsonFinding) => {
      await document.change(async () => finding.view)
      show(finding.line)
    },
    /** The row of the active line. */
    row: () => rowAt(active),
  }
}

export type TreeCursor = ReturnType<typeof useTreeCursor>
