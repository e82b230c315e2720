import { HOST_PATTERN } from '@windlass/shared-kit/contract/server'

/** Longest text the server stores in one field. */
export const TEXT_LENGTH = 255
export const SSH_PORT = 22
const HIGHEST_PORT = 65_535
const HOST = new RegExp(HOST_PATTERN)
const LETTERS = /[a-zA-Z]/

function isAddressOfVersion4(text: string): boolean {
  const parts = text.split('.')
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255)
}

/** Lets the browser decide about version 6, because its short forms are too many to list. */
function isAddressOfVersion6(text: string): boolean {
  return URL.canParse(`http://[${text}]`)
}

/** Whether text names a host: an address of version 4 or 6, or a host name of at least three characters. */
export function isHost(text: string): boolean {
  if (text.length > TEXT_LENGTH || !HOST.test(text)) return false
  if (text.includes(':')) return isAddressOfVersion6(text)
  return LETTERS.test(text) || isAddressOfVersion4(text)
}

/** Whether something listens can be asked there: 1 to 65535, written as digits. */
export function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= HIGHEST_PORT
}

const TAG_LENGTH = 40

/** Whether text can be a tag: short, and without what separates tags in files. */
export function isTag(text: string): boolean {
  return text !== '' && text.length <= TAG_LENGTH && !/[,;\p{Cc}]/u.test(text)
}
