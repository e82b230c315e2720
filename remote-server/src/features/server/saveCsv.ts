import type { ServerRow } from '@windlass/shared-kit/contract/server'
import { saveFile } from '@windlass/shared-kit/save'
import { serversCsv } from './serversCsv.ts'

/** Hands the servers over as a file. */
export const saveCsv = (servers: readonly ServerRow[]): void =>
  saveFile('servers.csv', new Blob([serversCsv(servers)], { type: 'text/csv;charset=utf-8' }))
