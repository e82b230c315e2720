import '../../components/deploy.css'
import './train.css'
import type { TrainRun } from '@windlass/shared-kit/contract/deployTrain'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { usePageTitle } from '@windlass/shared-kit/remote'
import { ConfirmDanger, LoadState, TimeText } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { TrainLine } from './TrainLine.tsx'
import { TrainMark } from './TrainMark.tsx'
import { useTrainRun, useTrainRuns } from './useTrains.ts'

/** One run of a train: how far it is, what stopped it, and the way back. */
export default function TrainRunPage() {
  const { t } = useTranslation('deploy')
  const { runId = '' } = useParams()
  const { run, cancel, goBack } = useTrainRun(Number(runId))
  usePageTitle(run.data?.trainName)
  return (
    <section className="wl-list-page">
      <LoadState of={run} permission={t('permission.ShowDeployPage')}>
        {run.data && (
          <>
            <Header run={run.data} onCancel={cancel} onGoBack={goBack} />
            {run.data.reason !== '' && <output className="dt-reason">{run.data.reason}</output>}
            <TrainLine run={run.data} />
            <Runs run={run.data} />
          </>
        )}
      </LoadState>
    </section>
  )
}

interface HeaderProps {
  run: TrainRun
  onCancel: () => Promise<unknown>
  onGoBack: () => Promise<unknown>
}

function Header({ run, onCancel, onGoBack }: HeaderProps) {
  const { t } = useTranslation('deploy')
  const [question, setQuestion] = useState<'cancel' | 'goBack'>()
  const isMoving = run.state === 'running' || run.state === 'goingBack'
  const canGoBack = !isMoving && run.state !== 'wentBack' && run.cars.some(({ token }) => token !== '')
  const touched = run.cars.filter(({ token, backState }) => token !== '' && backState !== 'success')
  return (
    <header className="wl-list-header">
      <h1>{run.trainName}</h1>
      <TrainMark state={run.state} />
      <span className="wl-faint">
        {t('train.startedBy', { name: run.starterName })} <TimeText value={run.startTime} />
      </span>
      <div className="wl-list-tools">
        <Link to="/deploy/train">{t('train.backToList')}</Link>
        {isMoving && (
          <Can any={[Permission.DeployProject]}>
            <Button danger onClick={() => setQuestion('cancel')}>
              {t('train.cancel')}
            </Button>
          </Can>
        )}
        {canGoBack && (
          <Can any={[Permission.DeployRollback]}>
            <Button danger onClick={() => setQuestion('goBack')}>
              {t('train.goBack')}
            </Button>
          </Can>
        )}
      </div>
      <ConfirmDanger
        open={question === 'cancel'}
        title={t('train.cancelTitle', { name: run.trainName })}
        explanation={t('train.cancelExplanation')}
        verb={t('train.cancel')}
        onConfirm={onCancel}
        onClose={() => setQuestion(undefined)}
      />
      <ConfirmDanger
        open={question === 'goBack'}
        title={t('train.goBackTitle', { name: run.trainName })}
        explanation={t('train.goBackExplanation', {
          projects: touched
            .map(({ projectName }) => projectName)
            .toReversed()
            .join(' → '),
        })}
        verb={t('train.goBack')}
        onConfirm={onGoBack}
        onClose={() => setQuestion(undefined)}
      />
    </header>
  )
}

function Runs({ run }: { run: TrainRun }) {
  const { t } = useTranslation('deploy')
  const runs = useTrainRuns(run.trainId)
  const others = runs.data?.filter(({ id }) => id !== run.id) ?? []
  if (others.length === 0) return null
  return (
    <>
      <h2>{t('train.otherRuns')}</h2>
      <ul className="dt-runs">
        {others.map(({ id, state, startTime, starterName }) => (
          <li key={id}>
            <Link to={`/deploy/train/${id}`}>
              <TrainMark state={state} /> <TimeText value={startTime} />
            </Link>
            <span className="wl-faint">{starterName}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
