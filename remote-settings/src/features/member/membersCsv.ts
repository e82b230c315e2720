import { BYTE_ORDER_MARK, csvText } from '@windlass/shared-kit/contract/csvText'
import { saveFile } from '@windlass/shared-kit/save'
import type { Member } from './useMembers.ts'

const COLUMNS = ['account', 'name', 'contact', 'superManager', 'state', 'added', 'updated'] as const

/** The members as a table for spreadsheets. */
export function membersCsv(members: readonly Member[]): string {
  const rows = members.map((member) => {
    const { account, name, contact, superManager, isDisabled, insertTime, updateTime } = member
    const state = isDisabled ? 'disabled' : 'enabled'
    return [account, name, contact, superManager === 1 ? 'yes' : 'no', state, insertTime, updateTime]
  })
  return BYTE_ORDER_MARK + csvText([COLUMNS, ...rows])
}

/** Hands the members over as a file. */
export const saveMembers = (members: readonly Member[]): void =>
  saveFile('members.csv', new Blob([membersCsv(members)], { type: 'text/csv;charset=utf-8' }))
