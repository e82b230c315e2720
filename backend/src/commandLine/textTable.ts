import { plain } from './output.ts'

/** Two columns each in every terminal. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g
const GAP = '  '

const widthOf = (text: string): number => text.length + (text.match(WIDE)?.length ?? 0)
/** A cell is one line, whatever a name or a message holds. */
const cellOf = (text: string): string => plain(text).replace(/\s+/g, ' ').trim()

/** Lines up rows below their titles; columns that hold nothing are left out. */
export function textTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(cellOf))
  const used = titles.map((_title, column) => cells.some((row) => (row[column] ?? '') !== ''))
  const shown = [titles, ...cells].map((row) => row.filter((_cell, column) => used[column]))
  const widths = (shown[0] ?? []).map((_title, column) => Math.max(...shown.map((row) => widthOf(row[column] ?? ''))))
  return shown
    .map((row) => row.map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell))))
    .map((row) => row.join(GAP).trimEnd())
    .join('\n')
}
