/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a table cannot leave out the rows that are out of sight */
import { type KeyboardEvent, type MouseEvent, type PointerEvent, type ReactNode, useId, useRef } from 'react'
import type { Command } from './commands.ts'
import { handleListKey } from './handleListKey.ts'
import { choose, NOTHING, reachOf } from './selection.ts'
import type { FileDrop } from './useFileDrop.ts'
import type { PaneState } from './usePane.ts'

/** Where a menu opens, and whether it is about chosen files or about the folder. */
export interface MenuPlace {
  x: number
  y: number
  isAboutFiles: boolean
}

interface Props {
  pane: PaneState
  drop: FileDrop
  role: 'grid' | 'listbox'
  label: string
  perLine: number
  linesPerPage: number
  onCommand: (command: Command) => void
  onMenu: (place: MenuPlace) => void
  children: (idOf: (index: number) => string) => ReactNode
}

const indexOf = (target: EventTarget): number => {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
  return row ? Number(row.dataset['index']) : -1
}

/** Keyboard, mouse and touch on the files of a folder, however they are drawn. */
export function FileArea({ pane, drop, role, label, perLine, linesPerPage, onCommand, onMenu, children }: Props) {
  const id = useId()
  const area = useRef<HTMLDivElement>(null)
  const { shown, names, selection } = pane
  const cursor = selection.cursor === undefined ? -1 : names.indexOf(selection.cursor)
  const idOf = (index: number) => `${id}-${index}`

  const mouse = useMouse({ pane, onCommand, onMenu })
  const menuAtCursor = () => {
    const row = area.current?.querySelector(`[data-index="${cursor}"]`)
    const { left, bottom } = (row ?? area.current)?.getBoundingClientRect() ?? { left: 0, bottom: 0 }
    onMenu({ x: left + 24, y: row ? bottom : bottom - 40, isAboutFiles: selection.names.size > 0 })
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the role is one of two that take the focus
    <div
      ref={area}
      className="sftp-area"
      role={role}
      aria-label={label}
      aria-multiselectable="true"
      aria-activedescendant={cursor >= 0 ? idOf(cursor) : undefined}
      {...(role === 'grid' && { 'aria-rowcount': shown.length + 1 })}
      tabIndex={0}
      data-drop={drop.target === undefined ? undefined : drop.target}
      {...mouse}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.target === event.currentTarget) {
          handleListKey(event, { pane, perLine, linesPerPage, onCommand, onMenu: menuAtCursor })
        }
      }}
      {...drop.handlers}
    >
      {children(idOf)}
    </div>
  )
}

/** What clicks and taps mean. */
function useMouse({ pane, onCommand, onMenu }: Pick<Props, 'pane' | 'onCommand' | 'onMenu'>) {
  const touched = useRef(false)
  const { shown, names, selection, setSelection } = pane
  const rowAt = (target: EventTarget) => shown[indexOf(target)]
  return {
    onPointerDown: (event: PointerEvent) => {
      touched.current = event.pointerType === 'touch'
    },
    onClick: (event: MouseEvent) => {
      const row = rowAt(event.target)
      const part = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-act]') : null
      if (!row) return
      if (part?.dataset['act'] === 'check') return setSelection(choose(selection, names, row.name, 'add'))
      if (part?.dataset['act'] === 'menu') {
        if (!selection.names.has(row.name)) setSelection(choose(selection, names, row.name, 'only'))
        const { left, bottom } = part.getBoundingClientRect()
        return onMenu({ x: left, y: bottom, isAboutFiles: true })
      }
      // A finger has no double click: what it taps, it opens, unless it is choosing several.
      const isOpening = touched.current && selection.names.size === 0
      setSelection(choose(selection, names, row.name, touched.current && !isOpening ? 'add' : reachOf(event)))
      if (isOpening) onCommand('open')
    },
    onDoubleClick: (event: MouseEvent) => {
      if (rowAt(event.target) && !touched.current) onCommand('open')
    },
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault()
      const row = rowAt(event.target)
      if (row && !selection.names.has(row.name)) setSelection(choose(selection, names, row.name, 'only'))
      if (!row) setSelection(NOTHING)
      onMenu({ x: event.clientX, y: event.clientY, isAboutFiles: row !== undefined })
    },
  }
}
