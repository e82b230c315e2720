import { LockOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { RoleGrantors } from '@windlass/shared-kit/contract/role'
import { call } from '@windlass/shared-kit/http'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useRefusalRequest, useRefusalText } from '@windlass/shared-kit/permission'
import type { ReleasedRoute } from '@windlass/shared-kit/remote'
import { readNamespace } from '@windlass/shared-kit/session'
import { CopyButton } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import { useNavigate } from 'react-router-dom'
import { useAreaTitle } from '../areas/areaTitle.ts'

interface Props {
  route: ReleasedRoute & { area: string }
}

/** What a page shows to whoever may not open it: which permission is missing and who can grant it. It opens once he may. */
export default function RefusedPage({ route }: Props) {
  const { t } = useTranslation('host')
  const navigate = useNavigate()
  const titleOf = useAreaTitle()
  const missing = [...(route.access ?? [])]
  const grantors = useQuery({
    queryKey: ['role', 'grantors', missing],
    queryFn: ({ signal }) => call(RoleGrantors, { permissionIds: missing.join(',') }, { signal, quiet: true }),
    select: ({ list }) => list.map(({ name }) => name),
  })
  // Without an answer the page still says what is missing, and whom to look for.
  const isSettled = !grantors.isPending
  const told = useRefusalText(isSettled ? { missing, grantors: grantors.data ?? [] } : undefined)
  const request = useRefusalRequest()
  const namespace = readNamespace().name
  const page = titleOf(route.area, route.title)
  return (
    <section className="not-found" aria-busy={!told}>
      <LockOutlined className="refused-mark" aria-hidden="true" />
      <h1>{t('refused.title', { page })}</h1>
      <p className="refused-words">
        <b>{told?.missing}</b>
        <span>{told?.help}</span>
      </p>
      <p className="wl-faint">{t('refused.opens', { namespace })}</p>
      <div className="refused-actions">
        <CopyButton isWide label={t('refused.copy')} text={() => Promise.resolve(request(missing, namespace))} />
        <Button type="primary" onClick={() => navigate('/')}>
          {t('notFound.home')}
        </Button>
      </div>
    </section>
  )
}
