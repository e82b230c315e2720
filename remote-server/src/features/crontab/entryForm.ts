/** What the form of an entry holds. */
export interface EntryForm {
  isOn: boolean
  expression: string
  command: string
  description: string
  hasLog: boolean
  log: string
  hasLock: boolean
}
