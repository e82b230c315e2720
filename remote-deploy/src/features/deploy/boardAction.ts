import type { BoardRow } from './boardRow.ts'

/** What somebody may ask for of a project on the board, besides its own pages. */
export type BoardAction = 'cancel' | 'copyLink' | 'lock' | 'pin' | 'publish' | 'reset' | 'rollback' | 'unlock'
export type OnBoardAction = (action: BoardAction, item: BoardRow) => void
