import './release.css'
import type { RemoteOverview } from '@windlass/shared-kit/contract/release'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { usePageTitle } from '@windlass/shared-kit/remote'
import { EmptyState, LoadState, useUrlState } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { LoadPlots } from './LoadPlots.tsx'
import { Outlets } from './Outlets.tsx'
import { type Question, Questions } from './Questions.tsx'
import { RemoteDrawers } from './RemoteDrawers.tsx'
import { RemoteHeader } from './RemoteHeader.tsx'
import { RemoteNotes } from './RemoteNotes.tsx'
import { RemoteTables } from './RemoteTables.tsx'
import { nextVersion, wayBack } from './releaseFigures.ts'
import { useReleaseActions } from './useReleases.ts'
import { DEFAULT_HOURS, useRemote } from './useRemote.ts'

/** One area: what everybody gets, how every version fares, and everything that can be done about it. */
export default function RemotePage() {
  const { t } = useTranslation('settings')
  const navigate = useNavigate()
  const { remote = '' } = useParams()
  const { span } = useUrlState({ span: String(DEFAULT_HOURS) }).values
  const area = useRemote(remote, Number(span) || DEFAULT_HOURS)
  usePageTitle(t('release.pageTitle', { remote }))
  return (
    <LoadState of={area.overview} permission={t('permission.ShowReleasePage')}>
      {area.overview.data?.row ? (
        <Remote key={remote} row={area.overview.data.row} area={area} />
      ) : (
        <EmptyState
          title={t('release.unknownTitle', { remote })}
          explanation={t('release.unknownExplanation')}
          action={<Button onClick={() => navigate('/setting/release')}>{t('release.back')}</Button>}
        />
      )}
    </LoadState>
  )
}

interface Props {
  row: RemoteOverview
  area: ReturnType<typeof useRemote>
}

function Remote({ row, area }: Props) {
  const url = useUrlState({ span: String(DEFAULT_HOURS), open: '', version: '' })
  const [question, setQuestion] = useState<Question>()
  const actions = useReleaseActions(row.remote)
  const versions = area.versions.data ?? []
  const events = area.history.data?.list ?? []
  const older = wayBack(row, versions, events)
  const next = nextVersion(row, versions)
  const openDrawer = (open: string, version = '') => url.visit({ open, version })

  return (
    <section className="rl-remote">
      <RemoteHeader
        row={row}
        next={next}
        canGoBack={older.length > 0 || row.canary !== null}
        onAsk={setQuestion}
        onOpen={openDrawer}
      />
      <RemoteNotes row={row} onAsk={setQuestion} />
      <Outlets row={row} versions={versions} onAsk={setQuestion} onOpen={openDrawer} />
      <LoadPlots
        of={area.loads}
        row={row}
        events={events}
        hours={url.values.span}
        onHours={(span) => url.change({ span })}
      />
      <RemoteTables row={row} area={area} older={older} onAsk={setQuestion} onOpen={openDrawer} />
      <RemoteDrawers
        row={row}
        versions={versions}
        older={older}
        next={next}
        open={url.values.open}
        version={url.values.version}
        isReady={area.versions.isSuccess && area.history.isSuccess}
        actions={actions}
        onClose={() => url.change({ open: '', version: '' })}
      />
      <Questions
        row={row}
        versions={versions}
        question={question}
        actions={actions}
        onClose={() => setQuestion(undefined)}
      />
    </section>
  )
}
