import { ExportOutlined } from '@ant-design/icons'
import type { WebhookProvider, WebhookSettings } from '@windlass/shared-kit/contract/webhook'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { CopyButton } from '@windlass/shared-kit/ui'
import { Select } from 'antd'
import { useState } from 'react'
import type { HookedProject } from './hookedProject.ts'
import { hookPage, likelyHost, svnRecipe, WEBHOOK_HOSTS } from './webhookHosts.ts'

interface Props {
  project: HookedProject
  settings: WebhookSettings
}

/** Where address and secret are entered, host by host. */
export function WebhookGuide({ project, settings }: Props) {
  const { t } = useTranslation('deploy')
  const [host, setHost] = useState<WebhookProvider>(likelyHost(project))
  const page = hookPage(project, host)
  const recipe = svnRecipe(settings.address, settings.secret, project.branch)
  return (
    <section>
      <h2>{t('deliveries.setup.guide')}</h2>
      <Select
        className="dp-webhook-host"
        aria-label={t('deliveries.setup.host')}
        value={host}
        onChange={setHost}
        options={WEBHOOK_HOSTS.map(({ id, name }) => ({ value: id, label: name }))}
      />
      {host === 'svn' ? (
        <>
          <p>{t('deliveries.setup.svn')}</p>
          <div className="dp-webhook-recipe">
            <pre>{recipe}</pre>
            <CopyButton text={recipe} label={t('deliveries.setup.copyRecipe')} />
          </div>
        </>
      ) : (
        <ol>
          <li>
            {t(page ? 'deliveries.setup.open' : 'deliveries.setup.openThere')}{' '}
            {page && (
              <a href={page} target="_blank" rel="noreferrer">
                {page} <ExportOutlined />
              </a>
            )}
          </li>
          <li>{t(`deliveries.setup.enter.${host}`)}</li>
          <li>{t('deliveries.setup.test')}</li>
        </ol>
      )}
    </section>
  )
}
