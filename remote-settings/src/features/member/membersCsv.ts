import { saveFile } from '@windlass/shared-kit/save'
import type { Member } from './useMembers.ts'

/** Lets spreadsheets know that it is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'
const COLUMNS = ['account', 'name', 'contact', 'superManager', 'state', 'added', 'updated'] as const

/** What a spreadsheet would run as a formula gets a quote in front. */
const harmless = (text: string) => (/^\s*[=+\-@\t\r]/.test(text) ? `'${text}` : text)

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** The members as a table for spreadsheets. */
export function membersCsv(members: readonly Member[]): string {
  const lines = members.map((member) => {
    const { account, name, contact, superManager, isDisabled, insertTime, updateTime } = member
    const state = isDisabled ? 'disabled' : 'enabled'
    const cells = [account, name, contact, superManager === 1 ? 'yes' : 'no', state, insertTime, updateTime]
    return cells.map((cell) => quoted(harmless(cell))).join(',')
  })
  return `${BYTE_ORDER_MARK}${[COLUMNS.join(','), ...lines].join('\r\n')}\r\n`
}

/** Hands the members over as a file. */
export const saveMembers = (members: readonly Member[]): void =>
  saveFile('members.csv', new Blob([membersCsv(members)], { type: 'text/csv;charset=utf-8' }))
