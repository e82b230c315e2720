/** Lets spreadsheets know that a file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * What spreadsheets take for the beginning of a formula, also in full width and behind space that they overlook, or what looks as
 * if a quote had been put in front of it.
 */
const FORMULA = /^'*(?:[\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n])/u

const cellText = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/** Numbers are no formulas, whatever sign they have. */
const harmless = (value: unknown): string => {
  const text = cellText(value)
  return typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text
}

const quoted = (text: string): string => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Rows as comma-separated text that runs nothing where it is opened: a text that would be a formula gets a quote in front. */
export const csvText = (rows: readonly (readonly unknown[])[]): string =>
  rows.map((cells) => `${cells.map((cell) => quoted(harmless(cell))).join(',')}\r\n`).join('')

/** The text a cell was written from. */
export const plainCell = (text: string): string => (text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text)
