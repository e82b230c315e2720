import type { OutputOf } from '@windlass/shared-kit/contract'
import type { WebhookDeliveryDetail } from '@windlass/shared-kit/contract/webhook'
import { formatBytes, useTranslation } from '@windlass/shared-kit/i18n'
import { usePageActive } from '@windlass/shared-kit/remote'
import { CopyButton, LoadState, MonoText, TimeText, useIsMobile } from '@windlass/shared-kit/ui'
import { Button, Drawer } from 'antd'
import { Link } from 'react-router-dom'
import { OutcomeMark } from './OutcomeMark.tsx'
import { useDelivery } from './useDeliveries.ts'

const WIDTH_PX = 640

type Detail = OutputOf<typeof WebhookDeliveryDetail>

interface Props {
  projectId: number
  /** 0 while the drawer is closed. */
  id: number
  isReplaying: boolean
  onReplay: (id: number) => void
  onClose: () => void
}

/** One delivery: what was sent, what it was answered, and what it started. */
export function DeliveryDrawer({ projectId, id, isReplaying, onReplay, onClose }: Props) {
  const { t } = useTranslation('deploy')
  const isMobile = useIsMobile()
  const isActive = usePageActive()
  const delivery = useDelivery(projectId, id)
  const detail = delivery.data
  return (
    <Drawer
      title={t('deliveries.title')}
      open={id > 0 && isActive}
      size={isMobile ? '100%' : WIDTH_PX}
      closable={{ 'aria-label': t('close') }}
      extra={
        detail?.canReplay && (
          <Button loading={isReplaying} title={t('deliveries.replayHint')} onClick={() => onReplay(id)}>
            {t('deliveries.replay')}
          </Button>
        )
      }
      onClose={onClose}
    >
      <LoadState of={delivery}>
        {detail && (
          <div className="dp-delivery">
            <Facts projectId={projectId} detail={detail} />
            <Headers headers={detail.headers} />
            <Body detail={detail} />
          </div>
        )}
      </LoadState>
    </Drawer>
  )
}

function Facts({ projectId, detail }: { projectId: number; detail: Detail }) {
  const { t } = useTranslation('deploy')
  return (
    <dl className="wl-facts">
      <dt>{t('deliveries.outcomeTitle')}</dt>
      <dd className="dp-delivery-outcome">
        <OutcomeMark outcome={detail.outcome} />
        {detail.token && (
          <Link to={`/deploy/detail/${projectId}?token=${detail.token}`}>{t('deliveries.toDeploy')}</Link>
        )}
      </dd>
      <dt>{t('deliveries.answer')}</dt>
      <dd>
        {detail.answer} <span className="wl-faint">(code {detail.code})</span>
      </dd>
      <dt>{t('deliveries.signatureTitle')}</dt>
      <dd>{t(`deliveries.signature.${detail.signature}`)}</dd>
      <dt>{t('deliveries.time')}</dt>
      <dd>
        <TimeText value={detail.time} /> · {detail.remoteAddress}
      </dd>
      <dt>{t('branch')}</dt>
      <dd>{detail.ref || '–'}</dd>
      <dt>{t('commit')}</dt>
      <dd>{detail.commit ? <MonoText canCopy>{detail.commit}</MonoText> : '–'}</dd>
      <dt>{t('deliveries.pusher')}</dt>
      <dd>{detail.pusher || '–'}</dd>
    </dl>
  )
}

function Headers({ headers }: { headers: Detail['headers'] }) {
  const { t } = useTranslation('deploy')
  return (
    <details>
      <summary>{t('deliveries.headers')}</summary>
      <dl className="wl-facts dp-delivery-headers">
        {Object.entries(headers).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

function Body({ detail: { body, bodySize } }: { detail: Detail }) {
  const { t } = useTranslation('deploy')
  return (
    <section>
      <h2>
        {t('deliveries.body')} <span className="wl-faint">{formatBytes(bodySize)}</span>
        {body !== '' && <CopyButton text={body} label={t('deliveries.copyBody')} />}
      </h2>
      {body === '' ? (
        <p className="wl-faint">{t('deliveries.noBody')}</p>
      ) : (
        // A place that scrolls must be reachable from the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the keyboard
        <pre tabIndex={0}>{body}</pre>
      )}
    </section>
  )
}
