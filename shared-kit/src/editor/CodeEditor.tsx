import './editor.css'
import { autocompletion, type CompletionContext, closeBrackets, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching, indentOnInput } from '@codemirror/language'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { useEffect, useEffectEvent, useRef } from 'react'
import { editorLook } from './editorLook.ts'
import { type LanguageName, loadLanguage } from './language.ts'
import { type LineMark, markedLines, sameMarks, showMarks } from './lineMarks.ts'
import { useEditorText } from './useEditorText.ts'

/** Something the text may name. */
export interface Offer {
  name: string
  /** Shown beside it. */
  value?: string
}

/** What an editor shows and whom it tells. */
export interface CodeEditorProps {
  label: string
  language?: LanguageName
  value: string
  /** To read only. */
  isReadOnly?: boolean
  /** Lines that something is said about; another list is shown at once, and its first line brought into sight. */
  marks?: readonly LineMark[]
  /** What may be named now, offered after `${`. */
  variables?: () => Offer[]
  /** Hands over a function that writes where the cursor is; undefined when the editor goes. */
  onReady?: (insert: ((text: string) => void) | undefined) => void
  onChange?: (value: string) => void
  /** Ctrl or Cmd and S. */
  onSave?: () => void
  /** Ctrl or Cmd and Enter. */
  onSubmit?: () => void
}

/** What an editor tells its owner. */
type News =
  | { kind: 'change'; text: string }
  | { kind: 'ready'; editor: EditorView | undefined }
  | { kind: 'save' | 'submit' }

const NO_MARKS: readonly LineMark[] = []

/** A text with the colours of its language, to edit or to read; `${` offers the variables. */
export default function CodeEditor(props: CodeEditorProps) {
  const { language = '', value, marks = NO_MARKS } = props
  const { t } = useEditorText()
  const holder = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const colours = useRef(new Compartment())
  /** What the owner knows to be in the editor. */
  const known = useRef(value)
  const shownMarks = useRef(NO_MARKS)
  const tell = useEffectEvent((news: News) => {
    if (news.kind === 'change') known.current = news.text
    tellOwner(props, news)
  })
  const offer = useEffectEvent((context: CompletionContext) => completionsFor(context, props.variables?.() ?? []))
  const start = useEffectEvent((parent: HTMLElement) => {
    const find = t(props.variables ? 'keysWithVariables' : 'keys')
    const extensions = [
      // Before the keys of the editor itself, which would take them.
      ownKeys(props, (kind) => tell({ kind })),
      basics({ label: props.label, find }),
      props.isReadOnly ? EditorState.readOnly.of(true) : editing,
      props.variables ? autocompletion({ override: [(context) => offer(context)] }) : [],
      EditorView.updateListener.of((update) => {
        if (update.docChanged) tell({ kind: 'change', text: update.state.doc.toString() })
      }),
      colours.current.of([]),
      markedLines,
    ]
    return new EditorView({ parent, state: EditorState.create({ doc: value, extensions }) })
  })

  useEffect(() => {
    const parent = holder.current
    if (!parent) return
    const editor = start(parent)
    view.current = editor
    tell({ kind: 'ready', editor })
    // Escape that closed the editor's own search or offers must not reach the drawer around it.
    const keepEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && event.defaultPrevented) event.stopPropagation()
    }
    parent.addEventListener('keydown', keepEscape)
    return () => {
      parent.removeEventListener('keydown', keepEscape)
      tell({ kind: 'ready', editor: undefined })
      view.current = undefined
      editor.destroy()
    }
  }, [])
  useEffect(() => colourIn(language, colours.current, () => view.current), [language])
  useEffect(() => {
    // Only what comes from outside; what was typed has come from here.
    if (value === known.current) return
    known.current = value
    view.current?.dispatch({ changes: { from: 0, to: view.current.state.doc.length, insert: value } })
  }, [value])
  useEffect(() => {
    if (!view.current || sameMarks(shownMarks.current, marks)) return
    shownMarks.current = marks
    showMarks(view.current, marks)
  }, [marks])
  return <div ref={holder} className="wl-editor" />
}

function tellOwner({ onChange, onReady, onSave, onSubmit }: CodeEditorProps, news: News): void {
  if (news.kind === 'change') return onChange?.(news.text)
  if (news.kind !== 'ready') return news.kind === 'save' ? onSave?.() : onSubmit?.()
  const { editor } = news
  onReady?.(
    editor &&
      ((text) => {
        editor.dispatch(editor.state.replaceSelection(text))
        editor.focus()
      }),
  )
}

/** Colours the text once its language is there; answers how to stop waiting for it. */
function colourIn(language: LanguageName, colours: Compartment, view: () => EditorView | undefined): () => void {
  let isWanted = true
  const colour = (found: Extension) => {
    if (isWanted) view()?.dispatch({ effects: colours.reconfigure(found) })
  }
  loadLanguage(language).then(colour, (error: unknown) => {
    // Colours are a comfort: without the network the text is edited without them.
    console.warn(`no colours for ${language}`, error)
  })
  return () => {
    isWanted = false
  }
}

function ownKeys({ onSave, onSubmit }: CodeEditorProps, tell: (kind: 'save' | 'submit') => void): Extension {
  const run = (kind: 'save' | 'submit') => () => {
    tell(kind)
    return true
  }
  return keymap.of([
    ...(onSave ? [{ key: 'Mod-s', run: run('save'), preventDefault: true }] : []),
    ...(onSubmit ? [{ key: 'Mod-Enter', run: run('submit') }] : []),
  ])
}

const basics = ({ label, find }: { label: string; find: string }): Extension => [
  ...[lineNumbers(), drawSelection(), highlightSelectionMatches(), search({ top: true }), EditorView.lineWrapping],
  keymap.of(searchKeymap),
  EditorView.contentAttributes.of({ 'aria-label': label, title: find }),
  editorLook,
]

/** Tab moves on to the next field, as everywhere; Ctrl+] and Ctrl+[ indent. */
const editing: Extension = [
  ...[history(), indentOnInput(), bracketMatching(), closeBrackets(), highlightActiveLine()],
  keymap.of([...completionKeymap, ...historyKeymap, ...defaultKeymap]),
]

/** The variables, offered after `${`. */
function completionsFor(context: CompletionContext, variables: readonly Offer[]) {
  const typed = context.matchBefore(/\$\{\w*/)
  if (!typed) return null
  return {
    from: typed.from + 2,
    validFor: /^\w*$/,
    options: variables.map(({ name, value }) => ({
      label: name,
      ...(value && { detail: value }),
      apply: (editor: EditorView, _offer: unknown, from: number, to: number) => {
        // A closing brace that stands there already is not written twice.
        const isClosed = editor.state.sliceDoc(to, to + 1) === '}'
        editor.dispatch({
          changes: { from, to: isClosed ? to + 1 : to, insert: `${name}}` },
          selection: { anchor: from + name.length + 1 },
        })
      },
    })),
  }
}
