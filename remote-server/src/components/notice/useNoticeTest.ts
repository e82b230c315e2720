import { useMutation } from '@tanstack/react-query'
import type { NotifyTypeNumber } from '@windlass/shared-kit/contract/enums'
import { NotificationTest } from '@windlass/shared-kit/contract/notification'
import { call } from '@windlass/shared-kit/http'

/** Sends a notice with sample data to whoever is in the form. */
export function useNoticeTest() {
  return useMutation({
    mutationFn: (input: { type: NotifyTypeNumber; target: string }) =>
      call(NotificationTest, { useBy: 'server_monitor', ...input }, { quiet: true }),
  })
}
