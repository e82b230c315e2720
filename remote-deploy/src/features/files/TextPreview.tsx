import { search, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState } from '@codemirror/state'
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { editorLook } from '../../components/editorLook.ts'
import { previewLanguage } from './previewLanguage.ts'

interface Props {
  name: string
  text: string
}

/** A text to read, with the colours of its language as soon as they are there. */
export default function TextPreview({ name, text }: Props) {
  const holder = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const parent = holder.current
    if (!parent) return
    const language = new Compartment()
    const extensions = [
      ...[lineNumbers(), drawSelection(), search({ top: true }), EditorView.lineWrapping, keymap.of(searchKeymap)],
      ...[EditorState.readOnly.of(true), EditorView.contentAttributes.of({ 'aria-label': name }), editorLook],
      language.of([]),
    ]
    const view = new EditorView({ parent, state: EditorState.create({ doc: text, extensions }) })
    let isGone = false
    void previewLanguage(name)?.().then((colours) => {
      if (!isGone) view.dispatch({ effects: language.reconfigure(colours) })
    })
    return () => {
      isGone = true
      view.destroy()
    }
  }, [name, text])
  return <div ref={holder} className="dp-file-text" />
}
