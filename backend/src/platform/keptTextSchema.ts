import type { Row } from './tableRow.ts'

/** A state of a file of nginx on a server, and how it came to be. */
interface NginxVersionTable extends Row {
  namespaceId: number
  serverId: number
  file: string
  action: string
  content: string
  /** SHA-256 of the bytes on the server. */
  hash: string
  size: number
  userId: number
  userName: string
  insertTime: number
}

/** A state of the crontab of an account on a server, and how it came to be. */
interface CrontabVersionTable extends Row {
  namespaceId: number
  serverId: number
  account: string
  action: string
  note: string
  /** Encrypted. */
  content: string
  /** SHA-256 of the bytes on the server. */
  hash: string
  size: number
  entries: number
  userId: number
  userName: string
  insertTime: number
}

/** The tables of texts that are edited on servers. */
export interface KeptTextTables {
  nginxVersion: NginxVersionTable
  crontabVersion: CrontabVersionTable
}
