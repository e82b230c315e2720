import { useQuery } from '@tanstack/react-query'
import { SftpSpace } from '@windlass/shared-kit/contract/sftp'
import { call } from '@windlass/shared-kit/http'
import { formatBytes, formatNumber, useTranslation } from '@windlass/shared-kit/i18n'
import { useMemo } from 'react'
import { isFolder } from './fileRow.ts'
import type { PaneState } from './usePane.ts'

const FRESH_MS = 60_000

/** How much is there, how much is chosen, and how much the disk still takes. */
export function PaneFooter({ pane }: { pane: PaneState }) {
  const { t } = useTranslation('server')
  const { serverId, asRoot, path, listing, shown, chosen } = pane
  const bytes = useMemo(() => chosen.reduce((sum, row) => sum + (isFolder(row) ? 0 : row.size), 0), [chosen])
  const space = useQuery({
    queryKey: ['sftp', 'space', serverId, asRoot, path],
    queryFn: ({ signal }) => call(SftpSpace, { serverId, dir: path, asRoot }, { signal, quiet: true }),
    enabled: path !== '' && listing.isDone,
    staleTime: FRESH_MS,
  })
  const number = formatNumber(shown.length)
  return (
    <footer className="sftp-footer">
      <output>
        {t(shown.length === listing.rows.length ? 'sftp.count' : 'sftp.countOf', {
          count: shown.length,
          number,
          all: formatNumber(listing.rows.length),
        })}
        {listing.isReading && ` ${t('sftp.stillReading')}`}
        {chosen.length > 0 &&
          // How large a folder is only reading all of it would tell.
          ` · ${t(chosen.every(isFolder) ? 'sftp.chosenFolders' : 'sftp.chosen', { count: chosen.length, number: formatNumber(chosen.length), size: formatBytes(bytes) })}`}
      </output>
      {space.data && space.data.free >= 0 && (
        <span className="wl-faint">{t('sftp.space', { free: formatBytes(space.data.free) })}</span>
      )}
    </footer>
  )
}
