import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button } from 'antd'
import { useLocation, useNavigate } from 'react-router-dom'

/** What an unknown address, or one without permission, leads to. */
export function NotFound() {
  const { t } = useTranslation('host')
  const navigate = useNavigate()
  // Put there by the page that sent us; anybody may type the address without it.
  const from = (useLocation().state as { from?: string } | null)?.from
  return (
    <section className="not-found">
      <p className="not-found-code">404</p>
      <h1>{t('notFound.title')}</h1>
      {from && <code>{from}</code>}
      <p>{t('notFound.explanation')}</p>
      <Button type="primary" onClick={() => navigate('/')}>
        {t('notFound.home')}
      </Button>
    </section>
  )
}
