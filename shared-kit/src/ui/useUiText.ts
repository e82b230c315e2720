import { useOwnTexts } from '../i18n/useOwnTexts.ts'
import en from './locales/en.json'
import chinese from './locales/zh-cn.json'

const TEXTS = { en, 'zh-cn': chinese }

/** The texts of these pieces. */
export const useUiText = () => useOwnTexts('ui', TEXTS)
