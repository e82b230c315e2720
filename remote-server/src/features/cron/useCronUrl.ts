import { useUrlState } from '@windlass/shared-kit/ui'

const ADDRESS = { server: '', q: '', only: '', task: '', id: '', result: '' }

/** The address of the page. */
export const useCronUrl = () => useUrlState(ADDRESS)
export type CronUrl = ReturnType<typeof useCronUrl>
