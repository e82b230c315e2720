import { BYTE_ORDER_MARK, csvText } from '@windlass/shared-kit/contract/csvText'
import type { ServerRow } from '@windlass/shared-kit/contract/server'
import { CSV_COLUMNS, type CsvColumn } from './serverCsv.ts'

const SSH_PORT = 22

function hopText({ host, port, owner, path }: ServerRow['jumps'][number]): string {
  const place = host.includes(':') ? `[${host}]` : host
  return `${owner}@${place}${port === SSH_PORT ? '' : `:${port}`}${path === '' ? '' : `|${path}`}`
}

function cellsOf(server: ServerRow): Readonly<Record<CsvColumn, string>> {
  const { name, os, ip, port, owner, path, description, jumpIP, jumpPort, jumpOwner, jumpPath } = server
  return {
    ...{ name, os, host: ip, port: String(port), owner, path, description },
    // Secrets never come to the browser, and do not belong into a file.
    password: '',
    ...{ jumpHost: jumpIP, jumpOwner, jumpPath, jumpPassword: '' },
    jumpPort: jumpIP === '' ? '' : String(jumpPort),
    jumps: server.jumps.map(hopText).join(';'),
    tags: server.tags.join(';'),
  }
}

/** The servers as text that the import takes back, without their secrets. */
export function serversCsv(servers: readonly ServerRow[]): string {
  const rows = servers.map((server) => {
    const cells = cellsOf(server)
    return CSV_COLUMNS.map((column) => cells[column])
  })
  return BYTE_ORDER_MARK + csvText([CSV_COLUMNS, ...rows])
}
