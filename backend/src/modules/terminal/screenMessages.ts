/** Rows and columns. */
export interface Size {
  rows: number
  cols: number
}

/** A terminal as it looks now, as output that draws it on an empty one. */
export interface Drawing extends Size {
  data: Uint8Array
}

/** What the worker is told. */
export type ScreenOrder =
  | ({ type: 'open' | 'resize'; id: number } & Size)
  | { type: 'write'; id: number; bytes: Uint8Array; upTo: number }
  | { type: 'draw'; id: number; request: number }
  | { type: 'close'; id: number }

/** What it answers: output up to an offset was read, or a drawing. */
export type ScreenAnswer =
  | { type: 'read'; id: number; upTo: number }
  | { type: 'drawn'; request: number; drawing: Drawing }
