import { createTexts, type LanguageCode } from '@windlass/shared-kit/i18n'
import en from '../locales/en.json'
import chinese from '../locales/zh-cn.json'

const made = new Map<LanguageCode, ReturnType<typeof createTexts>>()

/** Texts in one language, shared by all toolboxes that speak it. */
export function textsOf(language: LanguageCode): ReturnType<typeof createTexts> {
  const texts = made.get(language) ?? createTexts(language, 'toolbox', { en, 'zh-cn': chinese })
  made.set(language, texts)
  return texts
}
