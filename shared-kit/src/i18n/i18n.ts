import i18next, { type i18n as I18n } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'

/** The languages of the console with the names their speakers use (Specification 1). */
export const LANGUAGES = { en: 'English', 'zh-cn': '简体中文' } as const
export type LanguageCode = keyof typeof LANGUAGES

/** One file of texts per language, loaded when the language is used. */
export type TextLoaders = Readonly<Record<LanguageCode, () => Promise<{ default: object }>>>

const COOKIE = 'language'

/** The one instance; every area has its own namespace in it, named like the area. */
export const i18n: I18n = i18next.createInstance()
const loaders = new Map<string, TextLoaders>()
/** Which loaders the texts of a language and namespace came from: another version of an area brings its own. */
const loadedFrom = new Map<string, TextLoaders>()

const isLanguage = (code: string): code is LanguageCode => code in LANGUAGES

/** Cookie, else the first language found in the browser's own, else English (Specification 1). */
export function detectLanguage(cookies = document.cookie, browserLanguage = navigator.language): LanguageCode {
  const stored = new RegExp(`(?:^|;\\s*)${COOKIE}=([^;]+)`).exec(cookies)?.[1] ?? ''
  if (isLanguage(stored)) return stored
  const lower = browserLanguage.toLowerCase()
  return (Object.keys(LANGUAGES) as LanguageCode[]).find((code) => lower.includes(code)) ?? 'en'
}

/** Sets the instance up; texts are added by registerTexts. */
export async function startI18n(language: LanguageCode = detectLanguage()): Promise<void> {
  await i18n.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    lowerCaseLng: true,
    resources: {},
    ns: [],
    // React escapes already.
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  document.documentElement.lang = language
}

/** The language texts are shown in now. */
export function currentLanguage(): LanguageCode {
  return isLanguage(i18n.language) ? i18n.language : 'en'
}

async function loadTexts(namespace: string, language: LanguageCode): Promise<void> {
  const source = loaders.get(namespace)
  const key = `${language} ${namespace}`
  if (!source || loadedFrom.get(key) === source) return
  const texts = await source[language]()
  loadedFrom.set(key, source)
  // Over what is there: pages of another version of the area may still be shown and keep their texts.
  i18n.addResourceBundle(language, namespace, texts.default, true, true)
}

/** Makes an area's texts known and loads those of the current language. */
export async function registerTexts(namespace: string, texts: TextLoaders): Promise<void> {
  loaders.set(namespace, texts)
  await loadTexts(namespace, currentLanguage())
}

/** Loads everything known in the other language first, so that no key is ever visible, and remembers the choice. */
export async function switchLanguage(language: LanguageCode): Promise<void> {
  await Promise.all([...loaders.keys()].map((namespace) => loadTexts(namespace, language)))
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain HTTP, where consoles often run
  document.cookie = `${COOKIE}=${language}; path=/; SameSite=Lax`
  await i18n.changeLanguage(language)
  document.documentElement.lang = language
}

/** The current language; the component renders again when it changes. */
export function useLanguage(): LanguageCode {
  useTranslation()
  return currentLanguage()
}
