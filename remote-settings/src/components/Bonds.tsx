import type { UserBonds } from '@windlass/shared-kit/contract/user'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { type Loadable, LoadState } from '@windlass/shared-kit/ui'

const COUNTS = ['namespaces', 'sessions', 'terminals', 'apiKeys', 'invitations', 'schedules'] as const

const NOTHING: readonly (typeof COUNTS)[number][] = []

interface Props {
  of: Loadable & { data: UserBonds | undefined }
  /** What is not told here, because it stays. */
  without?: readonly (typeof COUNTS)[number][]
}

/** What hangs on somebody, told before it ends. */
export function Bonds({ of, without = NOTHING }: Props) {
  const { t } = useTranslation('settings')
  const bonds = of.data
  const counts = COUNTS.filter((name) => !without.includes(name) && (bonds?.[name] ?? 0) > 0)
  const more = bonds ? bonds.projectCount - bonds.projects.length : 0
  const isNothing = counts.length === 0 && bonds?.projectCount === 0
  return (
    <LoadState of={of} loading={<p className="wl-faint">{t('bonds.loading')}</p>}>
      {isNothing ? (
        <p>{t('bonds.nothing')}</p>
      ) : (
        <>
          <p>{t('bonds.title')}</p>
          <ul>
            {bonds && bonds.projectCount > 0 && (
              <li>
                {t('bonds.projects', { count: bonds.projectCount })}
                {bonds.projects.map((name, index) => (
                  <span key={name}>
                    {index === 0 ? ': ' : ', '}
                    <bdi>{name}</bdi>
                  </span>
                ))}
                {more > 0 && bonds.projects.length > 0 && t('bonds.more', { count: more })}
              </li>
            )}
            {counts.map((name) => (
              <li key={name}>{t(`bonds.${name}`, { count: bonds?.[name] })}</li>
            ))}
          </ul>
        </>
      )}
    </LoadState>
  )
}
