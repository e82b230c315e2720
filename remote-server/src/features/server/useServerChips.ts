import type { ServerRow } from '@windlass/shared-kit/contract/server'
import { useTranslation } from '@windlass/shared-kit/i18n'
import type { SummaryChip } from '@windlass/shared-kit/ui'
import { GROUP_NAMES, SERVER_GROUPS, type ServerGroup } from './shownServers.ts'

const MARKS: Readonly<Record<ServerGroup, SummaryChip['state']>> = {
  enabled: 'success',
  disabled: 'disabled',
  shared: undefined,
  changed: 'failed',
}

/** How many servers stand how; each number is a filter. */
export function useServerChips(
  servers: readonly ServerRow[],
  chosen: string,
  onChoose: (group: string) => void,
): SummaryChip[] {
  const { t } = useTranslation('server')
  return GROUP_NAMES.map((name): SummaryChip => {
    const state = MARKS[name]
    return {
      key: name,
      label: t(`server.chip.${name}`),
      count: servers.filter(SERVER_GROUPS[name]).length,
      ...(state && { state }),
      isActive: chosen === name,
      onToggle: () => onChoose(chosen === name ? '' : name),
    }
  }).filter(({ count, isActive }) => count > 0 || isActive)
}
