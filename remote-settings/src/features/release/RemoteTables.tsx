import type { ReleaseVersion, RemoteOverview } from '@windlass/shared-kit/contract/release'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { FailureTable } from './FailureTable.tsx'
import { History } from './History.tsx'
import { PreviewTable } from './PreviewTable.tsx'
import type { Question } from './Questions.tsx'
import type { useRemote } from './useRemote.ts'
import { VersionTable } from './VersionTable.tsx'

interface Props {
  row: RemoteOverview
  area: Pick<ReturnType<typeof useRemote>, 'failures' | 'history' | 'versions'>
  /** What can be gone back to. */
  older: readonly ReleaseVersion[]
  onAsk: (question: Question) => void
  onOpen: (drawer: string, version?: string) => void
}

/** The long lists of an area: its versions, what failed, who previews, and what was done. */
export function RemoteTables({ row, area, older, onAsk, onOpen }: Props) {
  const { t } = useTranslation('settings')
  const { list: events = [], pagination } = area.history.data ?? {}
  return (
    <>
      <h2>{t('release.versions')}</h2>
      <VersionTable
        of={area.versions}
        rows={area.versions.data ?? []}
        row={row}
        older={older}
        onAsk={onAsk}
        onOpen={onOpen}
      />
      <h2>{t('release.failuresTitle')}</h2>
      <FailureTable of={area.failures} rows={area.failures.data ?? []} />
      <PreviewTable remote={row.remote} onAsk={onAsk} />
      <h2>{t('release.history')}</h2>
      <History of={area.history} events={events} total={pagination?.total ?? 0} />
    </>
  )
}
