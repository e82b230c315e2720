import { type EditorState, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view'

/** A line that something is to be said about; one past the end means the last. */
export interface LineMark {
  line: number
  /** Stands below the line; "" only marks it. */
  text: string
}

class Note extends WidgetType {
  readonly text: string
  constructor(text: string) {
    super()
    this.text = text
  }
  override eq(other: Note): boolean {
    return other.text === this.text
  }
  override toDOM(): HTMLElement {
    const note = document.createElement('div')
    note.className = 'wl-line-note'
    note.textContent = this.text
    return note
  }
}

const replaceMarks = StateEffect.define<readonly LineMark[]>()

const lineOf = (state: EditorState, { line }: LineMark) => state.doc.line(Math.min(Math.max(1, line), state.doc.lines))

function decorationsOf(state: EditorState, marks: readonly LineMark[]): DecorationSet {
  const ranges = marks.flatMap((mark) => {
    const { from, to } = lineOf(state, mark)
    const line = Decoration.line({ class: mark.text === '' ? 'wl-line-found' : 'wl-line-wrong' }).range(from)
    if (mark.text === '') return [line]
    return [line, Decoration.widget({ widget: new Note(mark.text), block: true, side: 1 }).range(to)]
  })
  return Decoration.set(ranges, true)
}

/** Keeps marks at their lines while the text around them changes. */
export const markedLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marked, transaction) => {
    const asked = transaction.effects.find((effect) => effect.is(replaceMarks))
    return asked ? decorationsOf(transaction.state, asked.value) : marked.map(transaction.changes)
  },
  provide: (field) => EditorView.decorations.from(field),
})

/** Marks these lines and no others, and brings the first of them into sight; whoever types there keeps his cursor. */
export function showMarks(view: EditorView, marks: readonly LineMark[]): void {
  const [first] = marks
  const at = first && lineOf(view.state, first).from
  view.dispatch({
    effects: [replaceMarks.of(marks), ...(at === undefined ? [] : [EditorView.scrollIntoView(at, { y: 'center' })])],
    ...(at !== undefined && !view.hasFocus && { selection: { anchor: at } }),
  })
}

/** Whether two lists say the same about the same lines. */
export const sameMarks = (some: readonly LineMark[], others: readonly LineMark[]): boolean =>
  some.length === others.length &&
  some.every(({ line, text }, index) => line === others[index]?.line && text === others[index]?.text)
