import { useTranslation } from '@windlass/shared-kit/i18n'
import { MonoText } from '@windlass/shared-kit/ui'
import { Alert } from 'antd'

/** Served by the console's own server, so that it fits the version. */
const GUIDE = 'docs/area-team-guide.html'
const COMMAND = 'pnpm release publish logs'

/** For the first use: what the versions below are, and how to release another one. */
export function NothingReleased() {
  const { t } = useTranslation('settings')
  return (
    <Alert
      type="info"
      showIcon
      title={t('release.nothing.title')}
      description={
        <>
          {t('release.nothing.explanation')} <MonoText canCopy>{COMMAND}</MonoText>
          <br />
          <a href={GUIDE} target="_blank" rel="noreferrer">
            {t('release.nothing.guide')}
          </a>
        </>
      }
    />
  )
}
