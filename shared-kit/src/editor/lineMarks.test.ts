import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { afterEach, describe, expect, it } from 'vitest'
import { markedLines, sameMarks, showMarks } from './lineMarks.ts'

let view: EditorView | undefined
afterEach(() => view?.destroy())

const open = () => {
  view = new EditorView({
    parent: document.body,
    state: EditorState.create({ doc: 'one\ntwo\nthree', extensions: markedLines }),
  })
  return view
}
const cursor = ({ state }: EditorView) => state.selection.main.head

describe('marked lines', () => {
  it('take somebody who looks elsewhere to the first of them', () => {
    const editor = open()
    showMarks(editor, [{ line: 2, text: 'wrong' }])
    expect(cursor(editor)).toBe(4)
  })

  it('leave the cursor to whoever is typing', () => {
    const editor = open()
    editor.dispatch({ selection: { anchor: 10 } })
    // The page of this test has no selection of its own, without which an editor cannot really be focused.
    Object.defineProperty(editor, 'hasFocus', { value: true })
    showMarks(editor, [{ line: 2, text: 'wrong' }])
    expect(cursor(editor)).toBe(10)
  })

  it('are the same when they say the same', () => {
    expect(sameMarks([{ line: 1, text: 'a' }], [{ line: 1, text: 'a' }])).toBe(true)
    expect(sameMarks([{ line: 1, text: 'a' }], [{ line: 1, text: 'b' }])).toBe(false)
    expect(sameMarks([{ line: 1, text: 'a' }], [])).toBe(false)
  })
})
