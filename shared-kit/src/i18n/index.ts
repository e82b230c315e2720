export { I18nextProvider as TextsProvider, Trans, useTranslation } from 'react-i18next'
export {
  fieldTime,
  formatBytes,
  formatDateTime,
  formatElapsed,
  formatNumber,
  formatOffset,
  formatRelativeTime,
  formatZonedTime,
  parseTimestamp,
  readField,
  wireTimestamp,
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
export { isolated } from './isolated.ts'
export { useOwnTexts } from './useOwnTexts.ts'
export { browserZone, isZone, offsetAt, ownZone, setZones, useOwnZone } from './zone.ts'
