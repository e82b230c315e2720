import i18next, { type i18n as I18n } from 'i18next'
import { useContext } from 'react'
import { I18nContext, initReactI18next, useTranslation } from 'react-i18next'
import { isolated } from './isolated.ts'

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
const languageOf = ({ language }: I18n): LanguageCode => (isLanguage(language) ? language : 'en')

/** What is drawn again with the texts, because it has times in it. */
export const ZONE_CHANGED = 'zoneChanged'

const SETTINGS = {
  fallbackLng: false,
  lowerCaseLng: true,
  // React escapes markup already; what is left is the direction of names.
  interpolation: { escapeValue: true, escape: isolated },
  react: { useSuspense: false, bindI18n: `languageChanged ${ZONE_CHANGED}` },
} as const

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
    ...SETTINGS,
    lng: language,
    resources: {},
    ns: [],
  })
  document.documentElement.lang = language
}

/** The language texts are shown in now. */
export function currentLanguage(): LanguageCode {
  return languageOf(i18n)
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

/** Texts of one piece that stands in somebody else's page: in a language of its own, and nothing is stored or set outside. */
export function createTexts(language: LanguageCode, namespace: string, texts: Readonly<Record<string, object>>): I18n {
  const own = i18next.createInstance()
  const resources = Object.fromEntries(Object.entries(texts).map(([code, text]) => [code, { [namespace]: text }]))
  // Everything is here, so it is ready when this returns.
  void own.init({ ...SETTINGS, lng: language, resources, ns: [namespace], initAsync: false })
  return own
}

/** The texts of the page around: those of `TextsProvider`, else the console's. */
export function useTexts(): I18n {
  return useContext(I18nContext)?.i18n ?? i18n
}

/** The language around; the component renders again when it changes. */
export function useLanguage(): LanguageCode {
  const own = useTexts()
  useTranslation()
  return languageOf(own)
}
