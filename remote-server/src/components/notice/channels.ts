import { NotifyType } from '@windlass/shared-kit/contract/enums'

const { WeCom, DingTalk, Feishu, EMail, Custom } = NotifyType

/** The channels a notice can take. */
export const CHANNELS = [WeCom, DingTalk, Feishu, EMail, Custom] as const
