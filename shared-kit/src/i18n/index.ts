export { Trans, useTranslation } from 'react-i18next'
export {
  formatBytes,
  formatDateTime,
  formatElapsed,
  formatNumber,
  formatRelativeTime,
  parseTimestamp,
} from './format.ts'
export type { LanguageCode, TextLoaders } from './i18n.ts'
export {
  currentLanguage,
  detectLanguage,
  i18n,
  LANGUAGES,
  registerTexts,
  startI18n,
  switchLanguage,
  useLanguage,
} from './i18n.ts'
