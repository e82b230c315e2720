import { Permission } from '@windlass/shared-kit/contract/permission'
import type { ReleaseVersion, RemoteOverview } from '@windlass/shared-kit/contract/release'
import { formatNumber, useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { StateMark, TimeText } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { FailureText } from './FailureText.tsx'
import type { Question } from './Questions.tsx'
import { failsMore, formatMs, formatShare } from './releaseFigures.ts'
import { ShareBar } from './ShareBar.tsx'
import { useAudienceText } from './useAudienceText.ts'

interface Props {
  row: RemoteOverview
  versions: readonly ReleaseVersion[]
  onAsk: (question: Question) => void
  onOpen: (drawer: string, version?: string) => void
}

/** Who gets what now, side by side with how it fares: everybody's version, the canary, and the rule that watches it. */
export function Outlets({ row, versions, onAsk, onOpen }: Props) {
  const { t } = useTranslation('settings')
  const stable = versions.find(({ version }) => version === row.stable)
  return (
    <div className="rl-outlets">
      <Outlet title={t('release.everybody')} version={row.stable || t('release.none')} of={stable}>
        {row.stable !== '' && row.stable === row.builtIn && (
          <span className="wl-faint">{t('release.builtInLong')}</span>
        )}
        {stable && stable.publishTime !== '' && (
          <span className="wl-faint">
            {t('release.publishedBy', { name: stable.publishedBy, team: stable.team })}{' '}
            <TimeText value={stable.publishTime} />
          </span>
        )}
      </Outlet>
      {row.canary && (
        <CanaryOutlet canary={row.canary} stable={stable} versions={versions} onAsk={onAsk} onOpen={onOpen} />
      )}
      <RuleOutlet rule={row.rule} onOpen={onOpen} />
    </div>
  )
}

interface OutletProps {
  title: string
  version: string
  of: ReleaseVersion | undefined
  children: ReactNode
  actions?: ReactNode
}

function Outlet({ title, version, of, children, actions }: OutletProps) {
  return (
    <section className="rl-outlet">
      <h2>{title}</h2>
      <p className="rl-outlet-version">{version}</p>
      {of && <OutletFigures of={of} />}
      <p className="rl-outlet-words">{children}</p>
      {actions}
    </section>
  )
}

function OutletFigures({ of }: { of: ReleaseVersion }) {
  const { t } = useTranslation('settings')
  return (
    <dl className="rl-figures">
      <div>
        <dt>{t('release.people')}</dt>
        <dd>
          <ShareBar share={of.share} /> {formatNumber(of.users)} ({formatShare(of.share)})
        </dd>
      </div>
      <div>
        <dt>{t('release.loads')}</dt>
        <dd>{formatNumber(of.loads)}</dd>
      </div>
      <div>
        <dt>{t('release.failuresShort')}</dt>
        <dd>
          <FailureText of={of} />
        </dd>
      </div>
      <div>
        <dt>{t('release.medianP95')}</dt>
        <dd>
          {formatMs(of.medianMs)} / {formatMs(of.p95Ms)}
        </dd>
      </div>
    </dl>
  )
}

interface CanaryProps extends Omit<Props, 'row'> {
  canary: NonNullable<RemoteOverview['canary']>
  stable: ReleaseVersion | undefined
}

function CanaryOutlet({ canary, stable, versions, onAsk, onOpen }: CanaryProps) {
  const { t } = useTranslation('settings')
  const audienceText = useAudienceText()
  const of = versions.find(({ version }) => version === canary.version)
  const actions = (
    <Can any={[Permission.PromoteRelease]}>
      <span className="rl-outlet-actions">
        <Button size="small" onClick={() => onOpen('canary', canary.version)}>
          {t('release.canaryForm.change')}
        </Button>
        <Button size="small" danger onClick={() => onAsk({ kind: 'endCanary' })}>
          {t('release.endCanary.open')}
        </Button>
      </span>
    </Can>
  )
  return (
    <Outlet title={t('release.canary')} version={canary.version} of={of} actions={actions}>
      {failsMore(of, stable) && (
        <>
          <StateMark state="failed">{t('release.failsMore', { stable: stable?.version })}</StateMark>
          <br />
        </>
      )}
      {t('release.canaryFor', { audience: audienceText(canary.audience) })}
      <br />
      <span className="wl-faint">
        {t('release.startedBy', { name: canary.startedBy })} <TimeText value={canary.startTime} />
      </span>
    </Outlet>
  )
}

function RuleOutlet({ rule, onOpen }: { rule: RemoteOverview['rule']; onOpen: Props['onOpen'] }) {
  const { t } = useTranslation('settings')
  return (
    <section className="rl-outlet">
      <h2>{t('release.rule.title')}</h2>
      <p className="rl-outlet-words">
        <b>{t(rule.isOn ? 'release.rule.on' : 'release.rule.off')}</b>
      </p>
      <p className="rl-outlet-words">
        {rule.isOn
          ? t('release.rule.says', { percent: formatNumber(rule.failurePercent), count: rule.minLoads })
          : t('release.rule.saysOff')}
      </p>
      <Can any={[Permission.PromoteRelease]}>
        <span className="rl-outlet-actions">
          <Button size="small" onClick={() => onOpen('rule')}>
            {t('release.rule.change')}
          </Button>
        </span>
      </Can>
    </section>
  )
}
