import type { TrainRun, TrainRunCar } from '@windlass/shared-kit/contract/deployTrain'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { MonoText } from '@windlass/shared-kit/ui'
import { Link } from 'react-router-dom'
import { TrainMark } from './TrainMark.tsx'

const SHORT = 8

/** The cars of a run in their order, each with how it stands and where its log is. */
export function TrainLine({ run }: { run: TrainRun }) {
  const { t } = useTranslation('deploy')
  return (
    <ol className="dt-line" aria-label={t('train.cars')} aria-live="polite">
      {run.cars.map((car) => (
        <li key={car.projectId} className={`dt-car dt-car-${car.backState || car.state}`}>
          <Car car={car} />
        </li>
      ))}
    </ol>
  )
}

function Car({ car }: { car: TrainRunCar }) {
  const { t } = useTranslation('deploy')
  const revision = car.commit === '' ? car.revision : car.commit.slice(0, SHORT)
  return (
    <>
      <header>
        <Log projectId={car.projectId} token={car.token} text={car.projectName} />
        <TrainMark state={car.state} />
      </header>
      <p>
        {revision === '' ? <span className="wl-faint">{t('train.kind.newest')}</span> : <MonoText>{revision}</MonoText>}
      </p>
      {car.reason !== '' && <p className="dt-car-reason">{car.reason}</p>}
      {car.backState !== '' && (
        <footer>
          <Log projectId={car.projectId} token={car.backToken} text={t('train.wayBack')} />
          <TrainMark state={car.backState} />
          {car.backReason !== '' && <p className="dt-car-reason">{car.backReason}</p>}
        </footer>
      )}
    </>
  )
}

function Log({ projectId, token, text }: { projectId: number; token: string; text: string }) {
  if (token === '') return <b>{text}</b>
  return (
    <Can any={[Permission.DeployDetail]} fallback={<b>{text}</b>}>
      <Link to={`/deploy/detail/${projectId}?token=${token}`}>
        <b>{text}</b>
      </Link>
    </Can>
  )
}
