import './editor.css'
import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { goToNextChunk, goToPreviousChunk, MergeView, unifiedMergeView } from '@codemirror/merge'
import { search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view'
import { Button, Checkbox } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { editorLook } from './editorLook.ts'
import { useEditorText } from './useEditorText.ts'

/** Two texts, their names, and how they are laid out. */
export interface DiffViewProps {
  here: string
  there: string
  hereName: string
  thereName: string
  isSideBySide: boolean
}

/** Lines around a change that stay in sight when the rest is folded. */
const MARGIN = 3
const MIN_SIZE = 6
const COLLAPSED = { margin: MARGIN, minSize: MIN_SIZE }

const KEYS = keymap.of([
  ...searchKeymap,
  { key: 'F7', run: goToNextChunk, preventDefault: true },
  { key: 'Shift-F7', run: goToPreviousChunk, preventDefault: true },
  { key: 'n', run: goToNextChunk },
  { key: 'p', run: goToPreviousChunk },
])

const reading = (label: string, unchanged: string): Extension => [
  EditorState.phrases.of({ '$ unchanged lines': unchanged }),
  ...[lineNumbers(), drawSelection(), EditorView.lineWrapping, search({ top: true }), KEYS, editorLook],
  ...[EditorState.readOnly.of(true), EditorView.contentAttributes.of({ 'aria-label': label })],
]

type Looks = DiffViewProps & {
  /** What stands in place of folded lines; $ is how many. */
  unchanged: string
}

interface Opened {
  /** The view whose cursor moves from change to change. */
  view: EditorView
  destroy: () => void
}

function openSideBySide(
  parent: HTMLElement,
  { here, there, hereName, thereName, unchanged }: Looks,
  isFolded: boolean,
): Opened {
  const merge = new MergeView({
    parent,
    a: { doc: here, extensions: reading(hereName, unchanged) },
    b: { doc: there, extensions: reading(thereName, unchanged) },
    highlightChanges: true,
    gutter: true,
    ...(isFolded && { collapseUnchanged: COLLAPSED }),
  })
  return { view: merge.b, destroy: () => merge.destroy() }
}

function openUnified(parent: HTMLElement, { here, there, thereName, unchanged }: Looks, isFolded: boolean): Opened {
  const changes = unifiedMergeView({
    original: here,
    mergeControls: false,
    ...(isFolded && { collapseUnchanged: COLLAPSED }),
  })
  const view = new EditorView({ parent, doc: there, extensions: [reading(thereName, unchanged), changes] })
  return { view, destroy: () => view.destroy() }
}

/** Two texts with what differs marked; F7 and Shift+F7 go from change to change. */
export default function DiffView(props: DiffViewProps) {
  const { hereName, thereName, isSideBySide } = props
  const { t } = useEditorText()
  const opened = useRef<EditorView>(undefined)
  const [isFolded, setFolded] = useState(true)

  const go = (move: typeof goToNextChunk) => {
    if (!opened.current) return
    move(opened.current)
    opened.current.focus()
  }
  return (
    <div className="wl-diff">
      <div className="wl-diff-tools">
        <Button icon={<UpOutlined />} title="Shift+F7" onClick={() => go(goToPreviousChunk)}>
          {t('previous')}
        </Button>
        <Button icon={<DownOutlined />} title="F7" onClick={() => go(goToNextChunk)}>
          {t('next')}
        </Button>
        <Checkbox checked={isFolded} onChange={({ target }) => setFolded(target.checked)}>
          {t('fold')}
        </Checkbox>
      </div>
      {isSideBySide ? (
        <div className="wl-diff-names">
          <span>{hereName}</span>
          <span>{thereName}</span>
        </div>
      ) : (
        <p className="wl-faint">{t('legend', { here: hereName, there: thereName })}</p>
      )}
      <Merged
        // Another look is another editor.
        key={`${isFolded} ${isSideBySide}`}
        {...props}
        unchanged={t('unchanged')}
        isFolded={isFolded}
        onView={(view) => {
          opened.current = view
        }}
      />
    </div>
  )
}

function Merged(props: Looks & { isFolded: boolean; onView: (view: EditorView | undefined) => void }) {
  const holder = useRef<HTMLDivElement>(null)
  const open = useEffectEvent((parent: HTMLElement) => {
    const made = (props.isSideBySide ? openSideBySide : openUnified)(parent, props, props.isFolded)
    props.onView(made.view)
    made.view.focus()
    goToNextChunk(made.view)
    return made
  })
  const close = useEffectEvent(() => props.onView(undefined))
  useEffect(() => {
    const parent = holder.current
    if (!parent) return
    const made = open(parent)
    return () => {
      close()
      made.destroy()
    }
  }, [])
  return <div ref={holder} className="wl-diff-view" />
}
