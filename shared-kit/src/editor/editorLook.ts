import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const colour = (name: string) => `var(--wl-${name})`

/** The editor in the colours of the console: variables of the page, so that light and dark need no second theme. */
export const editorLook = [
  EditorView.theme({
    '&': { color: colour('text'), backgroundColor: colour('surface'), fontSize: '13px' },
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': { fontFamily: colour('font-code'), lineHeight: '20px' },
    '.cm-content': { caretColor: colour('text') },
    '.cm-cursor': { borderLeftColor: colour('text') },
    '.cm-gutters': {
      color: colour('text-tertiary'),
      backgroundColor: colour('surface'),
      borderRight: `1px solid ${colour('border')}`,
    },
    '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: colour('hover') },
    '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: colour('selected') },
    '.cm-panels, .cm-tooltip': {
      color: colour('text'),
      backgroundColor: colour('raised'),
      borderColor: colour('border'),
    },
    '.cm-tooltip-autocomplete > ul > li[aria-selected]': { color: colour('text'), background: colour('selected') },
    '.cm-textfield, .cm-button': {
      color: colour('text'),
      background: colour('surface'),
      border: `1px solid ${colour('border-strong')}`,
      borderRadius: colour('radius'),
    },
  }),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: [tags.keyword, tags.controlKeyword, tags.definitionKeyword], color: colour('accent') },
      { tag: [tags.string, tags.special(tags.string)], color: colour('success') },
      { tag: [tags.comment, tags.meta], color: colour('text-tertiary'), fontStyle: 'italic' },
      { tag: [tags.number, tags.bool, tags.atom], color: colour('waiting') },
      { tag: [tags.definition(tags.variableName), tags.special(tags.variableName)], color: colour('running') },
      { tag: tags.standard(tags.variableName), color: colour('accent') },
      { tag: tags.invalid, color: colour('failed') },
    ]),
  ),
]
