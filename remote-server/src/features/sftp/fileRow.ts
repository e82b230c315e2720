import type { SftpFile, SftpKind } from '@windlass/shared-kit/contract/sftpListing'

/** An entry of a folder as the lists draw it. */
export interface FileRow extends SftpFile {
  /** Sorts as people count: `2` before `10`, `É` beside `e`. */
  key: string
}

const RUN_LIMIT = 0x7f

/** Digits with their length before them, so that comparing texts compares numbers. */
const counted = (digits: string) => {
  const plain = digits.replace(/^0+(?=\d)/, '')
  return `0${String.fromCharCode(Math.min(plain.length, RUN_LIMIT))}${plain}`
}

/** Comparing 100,000 names by the rules of a language takes seconds; comparing these keys takes a blink. */
function sortKey(name: string): string {
  const lower = name.toLowerCase()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of plain characters
  const plain = /^[\u0000-\u007f]*$/.test(lower) ? lower : lower.normalize('NFKD').replace(/\p{Mn}/gu, '')
  return /\d/.test(plain) ? plain.replace(/\d+/g, counted) : plain
}

export const rowOf = (file: SftpFile): FileRow => ({ ...file, key: sortKey(file.name) })

/** What opens when it is entered: a link counts as what it leads to. */
export const kindBehind = ({ kind, targetKind }: SftpFile): SftpKind | '' =>
  kind === 'link' ? (targetKind ?? '') : kind

export const isFolder = (file: SftpFile): boolean => kindBehind(file) === 'dir'

/** Pipes, sockets and devices have no contents to read or save. */
export const isReadable = (file: SftpFile): boolean => kindBehind(file) === 'file'
