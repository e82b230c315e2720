import type { MonitorSaid } from '@windlass/shared-kit/contract/monitor'
import { useLanguage } from '@windlass/shared-kit/i18n'

/** What went wrong in the language of the page; as it was said where the server sends no other words. */
export function useSaid(): (text: string, said: MonitorSaid | undefined) => string {
  const language = useLanguage()
  return (text, said) => said?.[language] ?? text
}

/** What a refusal tells besides its message, if that is what went wrong. */
export const saidOf = (data: unknown): MonitorSaid | undefined =>
  typeof data === 'object' && data !== null && 'en' in data && 'zh-cn' in data
    ? { en: String(data.en), 'zh-cn': String(data['zh-cn']) }
    : undefined
