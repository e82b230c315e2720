import { Permission } from '@windlass/shared-kit/contract'
import { type SocketReleaseMessage, SocketType } from '@windlass/shared-kit/contract/socket'
import type { Platform } from '../../platform/platform.ts'

/** Tells every open page that a version was taken back; why is for those who look after releases. */
export const announceTakenBack = ({ hub }: Pick<Platform, 'hub'>, message: SocketReleaseMessage): Promise<void> =>
  hub.announce({
    frame: { type: SocketType.Release, message: { ...message, reason: '' } },
    fuller: { permissions: [Permission.ShowReleasePage], frame: { type: SocketType.Release, message } },
  })
