export { I18nextProvider as TextsProvider, Trans, useTranslation } from 'react-i18next'
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
  createTexts,
  currentLanguage,
  detectLanguage,
  i18n,
  LANGUAGES,
  registerTexts,
  startI18n,
  switchLanguage,
  useLanguage,
  useTexts,
} from './i18n.ts'
