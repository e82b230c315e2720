import { useOwnTexts } from '@windlass/shared-kit/i18n'
import en from './locales/en.json'
import chinese from './locales/zh-cn.json'

const TEXTS = { en, 'zh-cn': chinese }

/** The texts of the editors, which travel with them. */
export const useEditorText = () => useOwnTexts('editor', TEXTS)
