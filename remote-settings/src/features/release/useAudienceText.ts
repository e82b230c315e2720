import type { CanaryAudience } from '@windlass/shared-kit/contract/release'
import { formatNumber, useTranslation } from '@windlass/shared-kit/i18n'
import { useNamespaceOptions } from './usePeople.ts'

const NAMED_AT_MOST = 3

/** Says who is in an audience: "first, shop and 10 % of the others". */
export function useAudienceText(): (audience: CanaryAudience) => string {
  const { t } = useTranslation('settings')
  const namespaces = useNamespaceOptions(true)
  const nameOf = (id: number) => namespaces.data?.find(({ value }) => value === id)?.label ?? `#${id}`
  return ({ namespaceIds, userIds, percent }) => {
    const parts = [
      ...(namespaceIds.length > NAMED_AT_MOST
        ? [t('release.audience.namespaces', { count: namespaceIds.length })]
        : namespaceIds.map(nameOf)),
      ...(userIds.length > 0 ? [t('release.audience.users', { count: userIds.length })] : []),
      ...(percent > 0 ? [t('release.audience.percent', { percent: formatNumber(percent) })] : []),
    ]
    return parts.join(', ')
  }
}
