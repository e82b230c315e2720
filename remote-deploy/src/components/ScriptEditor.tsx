import './scriptEditor.css'
import { autocompletion, type CompletionContext, closeBrackets, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching, indentOnInput } from '@codemirror/language'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useEffect, useEffectEvent, useRef } from 'react'
import { editorLook } from './editorLook.ts'
import { scriptLanguage } from './scriptLanguage.ts'

/** Something the script may name. */
interface Offer {
  name: string
  /** Shown beside it. */
  value?: string
}

interface Props {
  label: string
  mode: string
  /** Colours for what is no script; instead of those of the mode. */
  language?: Extension | undefined
  value: string
  /** What may be named now. */
  variables: () => Offer[]
  /** Hands over a function that writes where the cursor is; undefined when the editor goes. */
  onReady: (insert: ((text: string) => void) | undefined) => void
  onChange: (value: string) => void
}

/** A script with the colours of its language; `${` offers the variables. */
export default function ScriptEditor({ label, mode, language: given, value, variables, onReady, onChange }: Props) {
  const { t } = useTranslation('deploy')
  const holder = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const language = useRef(new Compartment())
  const handleChange = useEffectEvent(onChange)
  const handleReady = useEffectEvent(onReady)
  const offer = useEffectEvent((context: CompletionContext) => completionsFor(context, variables()))
  const start = useEffectEvent((parent: HTMLElement) => {
    const extensions = [
      basics({ label, find: t('project.find') }),
      autocompletion({ override: [(context) => offer(context)] }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) handleChange(update.state.doc.toString())
      }),
      language.current.of(given ?? scriptLanguage(mode)),
    ]
    return new EditorView({ parent, state: EditorState.create({ doc: value, extensions }) })
  })

  useEffect(() => {
    const parent = holder.current
    if (!parent) return
    const editor = start(parent)
    view.current = editor
    handleReady((text) => {
      editor.dispatch(editor.state.replaceSelection(text))
      editor.focus()
    })
    // Escape that closed the editor's own search or offers must not reach the drawer around it.
    const keepEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && event.defaultPrevented) event.stopPropagation()
    }
    parent.addEventListener('keydown', keepEscape)
    return () => {
      parent.removeEventListener('keydown', keepEscape)
      handleReady(undefined)
      view.current = undefined
      editor.destroy()
    }
  }, [])
  useEffect(() => {
    view.current?.dispatch({ effects: language.current.reconfigure(given ?? scriptLanguage(mode)) })
  }, [mode, given])
  return <div ref={holder} className="dp-editor" />
}

/** Tab moves on to the next field, as everywhere; Ctrl+] and Ctrl+[ indent. */
const basics = ({ label, find }: { label: string; find: string }): Extension => [
  ...[lineNumbers(), history(), drawSelection(), indentOnInput(), bracketMatching(), closeBrackets()],
  ...[highlightActiveLine(), highlightSelectionMatches(), search({ top: true }), EditorView.lineWrapping],
  keymap.of([...completionKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
  EditorView.contentAttributes.of({ 'aria-label': label, title: find }),
  editorLook,
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
