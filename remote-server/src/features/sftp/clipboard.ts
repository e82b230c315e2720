import { atom } from '@windlass/shared-kit/session'

/** Files that were copied or cut, to be pasted into another folder or on another server. */
export interface FileClipboard {
  serverId: number
  asRoot: boolean
  files: readonly string[]
  /** Which of them are folders: a transfer wants to know. */
  folders: readonly string[]
  isCut: boolean
}

export const clipboardAtom = atom<FileClipboard | undefined>(undefined)
