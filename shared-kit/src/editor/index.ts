/** Bundled by each area that edits texts: it comes with the first editor that is shown, and the console does without it. */
import { lazy } from 'react'

export type { CodeEditorProps, Offer } from './CodeEditor.tsx'
export type { DiffViewProps } from './DiffView.tsx'
export type { LanguageName } from './language.ts'
export { languageOfFile } from './languageOfFile.ts'
export { lineEnds } from './lineEnds.ts'
export type { LineMark } from './lineMarks.ts'

/** A text with the colours of its language, to edit or to read. Suspends until it is loaded. */
export const CodeEditor = lazy(() => import('./CodeEditor.tsx'))

/** Two texts with what differs marked; F7 and Shift+F7 go from change to change. Suspends until it is loaded. */
export const DiffView = lazy(() => import('./DiffView.tsx'))
