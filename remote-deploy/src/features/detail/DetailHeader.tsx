import { ArrowLeftOutlined } from '@ant-design/icons'
import type { DeployRow } from '@windlass/shared-kit/contract/deploy'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { Button } from 'antd'
import { Link } from 'react-router-dom'
import { EnvironmentName } from '../../components/EnvironmentName.tsx'

interface Props {
  project: DeployRow
  isBusy: boolean
  onPublish: () => void
  onRollback: () => void
  onCancel: () => void
  onReset: () => void
}

/** Which project this is, and what can be done with it now. */
export function DetailHeader({ project, isBusy, onPublish, onRollback, onCancel, onReset }: Props) {
  const { t } = useTranslation('deploy')
  return (
    <header className="dp-detail-header">
      <Link to="/deploy/index" aria-label={t('detail.back')} title={t('detail.back')}>
        <ArrowLeftOutlined />
      </Link>
      <h1>{project.name}</h1>
      <EnvironmentName value={project.environment} />
      <span className="wl-faint">{t('serverCount', { count: project.serverCount })}</span>
      <span className="dp-actions dp-detail-actions">
        {isBusy && (
          <>
            <Can any={[Permission.DeployResetState]}>
              <Button type="text" onClick={onReset}>
                {t('reset.action')}
              </Button>
            </Can>
            <Can any={[Permission.DeployProject, Permission.DeployResetState]}>
              <Button danger onClick={onCancel}>
                {t('cancelVerb')}
              </Button>
            </Can>
          </>
        )}
        <Can any={[Permission.DeployRollback]}>
          <Button onClick={onRollback}>{t('rollback.open')}</Button>
        </Can>
        <Can any={[Permission.DeployProject, Permission.GreyDeploy]}>
          <Button type="primary" onClick={onPublish}>
            {t('deploy')}
          </Button>
        </Can>
      </span>
    </header>
  )
}
