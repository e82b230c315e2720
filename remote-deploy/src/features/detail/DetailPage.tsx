import '../../components/deploy.css'
import './detail.css'
import type { DeployRow, PublishTrace } from '@windlass/shared-kit/contract/deploy'
import { DeployState } from '@windlass/shared-kit/contract/enums'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { usePageTitle } from '@windlass/shared-kit/remote'
import { ConfirmDanger, EmptyState, LoadState, useUrlState } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { ProjectTabs } from '../../components/ProjectTabs.tsx'
import { PublishDrawer } from '../../components/PublishDrawer.tsx'
import { DetailHeader } from './DetailHeader.tsx'
import { History } from './History.tsx'
import { type HistoryFilter, NO_FILTER } from './historyFilter.ts'
import { LogView } from './LogView.tsx'
import { Rebuild, Releases } from './Releases.tsx'
import { Summary } from './Summary.tsx'
import { useDeployLog } from './useDeployLog.ts'
import { useDetail, useTrace } from './useDetail.ts'

const RolloutStrip = lazy(() => import('./RolloutStrip.tsx'))

/** A project's deploys: the history beside the one that is looked at, live while it runs. */
export default function DetailPage() {
  const { t } = useTranslation('deploy')
  const navigate = useNavigate()
  const { projectId: id } = useParams()
  const { page, ...filter } = useUrlState({ page: '1', ...NO_FILTER }).values
  const detail = useDetail(Number(id), Number(page), filter)
  usePageTitle(detail.project.data?.name)
  return (
    <LoadState of={detail.project} permission={t('permission.DeployDetail')}>
      {detail.project.data ? (
        <Deploys project={detail.project.data} detail={detail} filter={filter} />
      ) : (
        <EmptyState
          title={t('detail.unknownTitle')}
          explanation={t('detail.unknownExplanation')}
          action={<Button onClick={() => navigate('/deploy/index')}>{t('detail.back')}</Button>}
        />
      )}
    </LoadState>
  )
}

type Asking = 'cancel' | 'publish' | 'reset' | undefined

interface DeploysProps {
  project: DeployRow
  detail: ReturnType<typeof useDetail>
  filter: HistoryFilter
}

function Deploys({ project, detail, filter }: DeploysProps) {
  const { t } = useTranslation('deploy')
  const url = useUrlState({ page: '1', token: '', releases: '', ...NO_FILTER })
  const [asking, setAsking] = useState<Asking>()
  const [rebuilding, setRebuilding] = useState<PublishTrace>()
  const token = url.values.token || project.lastPublishToken
  const isBusy = project.deployState === DeployState.Deploying
  const runningToken = isBusy ? project.lastPublishToken : ''
  const history = detail.history.data

  return (
    <section className="dp-detail">
      <DetailHeader
        project={project}
        isBusy={isBusy}
        onPublish={() => setAsking('publish')}
        onRollback={() => url.visit({ releases: '1' })}
        onCancel={() => setAsking('cancel')}
        onReset={() => setAsking('reset')}
      />
      <ProjectTabs project={project} current="detail" />
      <History
        of={detail.history}
        rows={history?.list ?? []}
        project={project}
        token={token}
        runningToken={runningToken}
        total={history?.pagination.total ?? 0}
        page={Number(url.values.page)}
        onPage={(page) => url.change({ page: String(page) })}
        filter={filter}
        onFilter={(next) => url.change({ ...next, page: '1' })}
        onRefresh={detail.reload}
        onRebuild={setRebuilding}
      />
      {token === '' ? (
        <EmptyState title={t('detail.neverTitle')} explanation={t('detail.neverExplanation')} />
      ) : (
        <OneDeploy key={token} project={project} token={token} isRunning={token === runningToken} />
      )}
      <PublishDrawer
        project={asking === 'publish' ? project : undefined}
        onPublished={detail.reload}
        onClose={() => setAsking(undefined)}
      />
      <Releases
        project={project}
        detail={detail}
        open={url.values.releases === '1'}
        onClose={() => url.change({ releases: '' })}
      />
      <Rebuild project={project} detail={detail} row={rebuilding} onClose={() => setRebuilding(undefined)} />
      <Question asking={asking} project={project} detail={detail} onClose={() => setAsking(undefined)} />
    </section>
  )
}

interface QuestionProps extends Pick<DeploysProps, 'detail' | 'project'> {
  asking: Asking
  onClose: () => void
}

function Question({ asking, project, detail, onClose }: QuestionProps) {
  const { t } = useTranslation('deploy')
  const isReset = asking === 'reset'
  return (
    <ConfirmDanger
      open={isReset || asking === 'cancel'}
      title={t(isReset ? 'reset.title' : 'cancelTitle', { name: project.name })}
      explanation={t(isReset ? 'reset.explanation' : 'cancelExplanation')}
      verb={t(isReset ? 'reset.action' : 'cancelVerb')}
      onConfirm={() => (isReset ? detail.reset() : detail.cancel(project.lastPublishToken))}
      onClose={onClose}
    />
  )
}

function OneDeploy({ project, token, isRunning }: { project: DeployRow; token: string; isRunning: boolean }) {
  const { t } = useTranslation('deploy')
  const trace = useTrace(project.id, token)
  const { log, error } = useDeployLog(project.id, token)
  return (
    <div className="dp-one">
      <LoadState of={trace}>
        <Summary trace={trace.data ?? []} url={project.url} running={isRunning ? project.stage : ''} />
      </LoadState>
      <Suspense>
        <RolloutStrip projectId={project.id} token={token} isRunning={isRunning} />
      </Suspense>
      {error && <p role="alert">{t('detail.logStopped', { reason: error.message })}</p>}
      <LogView log={log} token={token} name={`${project.name}-${token.slice(0, 8)}`} isRunning={isRunning} />
    </div>
  )
}
