import { Code } from '../contract/codes.ts'
import type { Refusal } from '../contract/refusal.ts'
import { ApiError } from '../http/callError.ts'
import { currentLanguage, i18n } from '../i18n/i18n.ts'
import { loadPermissionTexts, type PermissionText, permissionName, usePermissionTexts } from './permissionTexts.ts'

/** What a refusal says, in two sentences of the reader's language. */
export interface RefusalText {
  /** Which permission is missing. */
  missing: string
  /** Who can grant it. */
  help: string
}

const isListOf = (type: 'number' | 'string', value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === type)

/** Which permission an answer says is missing; undefined for every other error, and for servers that do not say. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof ApiError) || error.code !== Code.Denied) return undefined
  const { missing, grantors } = (error.data ?? {}) as Partial<Refusal>
  const isWhole = isListOf('number', missing) && isListOf('string', grantors) && missing?.length !== 0
  return isWhole ? (error.data as Refusal) : undefined
}

/** Several, any one of which would do: "Ann, Bob or Carla". */
const anyOf = (names: readonly string[]) =>
  new Intl.ListFormat(currentLanguage(), { type: 'disjunction' }).format(names)

const write = ({ missing, grantors }: Refusal, text: PermissionText): RefusalText => ({
  missing: text('refusal.missing', { names: anyOf(missing.map((id) => permissionName(id, text))) }),
  help: grantors.length === 0 ? text('refusal.nobody') : text('refusal.grantors', { names: anyOf(grantors) }),
})

/** Words for a refusal outside of components, such as a message over the page. */
export async function refusalText(refusal: Refusal): Promise<RefusalText> {
  await loadPermissionTexts()
  return write(refusal, (key, options = {}) => i18n.t(key, { ns: 'permission', ...options }))
}

/** The same for components; undefined until the words are here. */
export function useRefusalText(refusal: Refusal | undefined): RefusalText | undefined {
  const { isReady, text } = usePermissionTexts(refusal !== undefined)
  return refusal && isReady ? write(refusal, text) : undefined
}

/** What a person can send to somebody who can grant it. */
export function useRefusalRequest(): (missing: readonly number[], namespace: string) => string {
  const { text, nameOf } = usePermissionTexts()
  return (missing, namespace) =>
    text('refusal.request', { names: anyOf(missing.map(nameOf)), namespace, address: location.href })
}
