import { type DragEvent, useState } from 'react'
import { collectDropped, type PickedFile } from './collectDropped.ts'
import { type Dragged, dragKind, droppedRows, startDrag } from './fileDrag.ts'
import { isFolder } from './fileRow.ts'
import { choose } from './selection.ts'
import type { PaneState } from './usePane.ts'

export type FileDrop = ReturnType<typeof useFileDrop>

interface Props {
  pane: PaneState
  canUpload: boolean
  onFiles: (files: readonly PickedFile[], dir: string) => void
  onRows: (dragged: Dragged, dir: string, point: { x: number; y: number }) => void
}

const indexOf = (event: DragEvent): number => {
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null
  return row ? Number(row.dataset['index']) : -1
}

/** Rows that are dragged away, and what is dropped: on a folder it goes into it, elsewhere into the folder shown. */
export function useFileDrop({ pane, canUpload, onFiles, onRows }: Props) {
  /** Index of the folder below the pointer, "all" for the folder that is shown. */
  const [target, setTarget] = useState<number | 'all'>()
  const { shown, names, selection, setSelection, path, pathOf, serverId, asRoot } = pane

  const targetOf = (event: DragEvent) => {
    const index = indexOf(event)
    const row = shown[index]
    return row && isFolder(row) ? index : 'all'
  }
  const dirOf = (place: number | 'all') => {
    const row = place === 'all' ? undefined : shown[place]
    return row ? pathOf(row) : path
  }
  const isWelcome = (event: DragEvent) => {
    const kind = dragKind(event.dataTransfer)
    return kind === 'rows' || (kind === 'files' && canUpload)
  }
  return {
    target,
    handlers: {
      onDragStart: (event: DragEvent) => {
        const row = shown[indexOf(event)]
        if (!row) return
        const isChosen = selection.names.has(row.name)
        if (!isChosen) setSelection(choose(selection, names, row.name, 'only'))
        const dragged = isChosen ? [...selection.names] : [row.name]
        startDrag(event.dataTransfer, { serverId, asRoot, dir: path, names: dragged })
      },
      onDragOver: (event: DragEvent) => {
        if (!isWelcome(event)) return
        event.preventDefault()
        setTarget(targetOf(event))
      },
      onDragLeave: (event: DragEvent<HTMLElement>) => {
        // Moving on to something inside is no leaving.
        const { relatedTarget, currentTarget } = event
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setTarget(undefined)
      },
      onDragEnd: () => setTarget(undefined),
      onDrop: (event: DragEvent) => {
        if (!isWelcome(event)) return
        event.preventDefault()
        const dir = dirOf(targetOf(event))
        setTarget(undefined)
        const dragged = droppedRows(event.dataTransfer)
        if (dragged) return onRows(dragged, dir, { x: event.clientX, y: event.clientY })
        void collectDropped(event.dataTransfer).then((files) => onFiles(files, dir))
      },
    },
  }
}
