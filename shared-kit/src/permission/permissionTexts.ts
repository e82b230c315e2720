import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Permission } from '../contract/permission.ts'
import { i18n, registerTexts } from '../i18n/i18n.ts'

const NAMESPACE = 'permission'
const TEXTS = { en: () => import('./locales/en.json'), 'zh-cn': () => import('./locales/zh-cn.json') }
const KEYS = new Map<number, string>(Object.entries(Permission).map(([key, id]) => [id, key]))

/** Translates what this piece says; another language's texts are there before the language is switched. */
export type PermissionText = (key: string, options?: Record<string, string>) => string

/** Loads the names of the permissions: most visits need none of them. */
export const loadPermissionTexts = (): Promise<void> => registerTexts(NAMESPACE, TEXTS)

const isLoaded = () => i18n.hasResourceBundle(i18n.language, NAMESPACE)

/** Says what a permission allows, in the language of the reader; an unknown one by its number. */
export const permissionName = (id: number, t: PermissionText = textOf): string => {
  const key = KEYS.get(id)
  return key === undefined ? String(id) : t(`name.${key}`, { defaultValue: key })
}

const textOf: PermissionText = (key, options = {}) => i18n.t(key, { ns: NAMESPACE, ...options })

/**
 * The names of permissions and of their groups; keys stand in for them until they are here.
 * @param isWanted false loads nothing
 */
export function usePermissionTexts(isWanted = true) {
  const { t } = useTranslation(NAMESPACE)
  const [isReady, setReady] = useState(isLoaded)
  useEffect(() => {
    // Without them the keys stay, which say the same in fewer words.
    if (isWanted && !isReady) loadPermissionTexts().then(() => setReady(true), console.error)
  }, [isWanted, isReady])
  const text: PermissionText = (key, options = {}) => t(key, options)
  return {
    isReady,
    text,
    nameOf: (id: number) => permissionName(id, text),
    groupName: (key: string) => text(`group.${key}`, { defaultValue: key }),
  }
}
