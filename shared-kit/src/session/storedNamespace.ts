import { atom, useAtomValue } from 'jotai'
import { NAMESPACE_COOKIE } from '../contract/limits.ts'
import { store } from './store.ts'

const KEY = 'G-N-ID'

/** The namespace this browser tab works in. */
export interface StoredNamespace {
  id: number
  name: string
  roleId: number
}

/** What is assumed while nothing valid is stored (Specification 3). */
export const NO_NAMESPACE: StoredNamespace = { id: 0, name: '', roleId: -1 }

function parse(text: string | null): StoredNamespace | undefined {
  if (!text) return undefined
  try {
    // Outside data: anything may have been written under this key.
    const value = JSON.parse(text) as { id?: unknown; name?: unknown; roleId?: unknown; role_id?: unknown } | null
    const roleId = value?.roleId ?? value?.role_id
    if (typeof value?.id !== 'number' || typeof value.name !== 'string') return undefined
    return { id: value.id, name: value.name, roleId: typeof roleId === 'number' ? roleId : NO_NAMESPACE.roleId }
  } catch {
    // Not JSON: the same as nothing stored.
    return undefined
  }
}

/** Session storage wins, so that two tabs can work in different namespaces. */
export function readNamespace(): StoredNamespace {
  return parse(sessionStorage.getItem(KEY)) ?? parse(localStorage.getItem(KEY)) ?? NO_NAMESPACE
}

/** The current namespace, as read at start or chosen since. */
export const namespaceAtom = atom<StoredNamespace>(readNamespace())

/** Makes a namespace the current one, here and in tabs opened later. */
export function storeNamespace(namespace: StoredNamespace): void {
  const text = JSON.stringify(namespace)
  sessionStorage.setItem(KEY, text)
  localStorage.setItem(KEY, text)
  rememberForNextLoad(namespace.id)
  store.set(namespaceAtom, namespace)
}

/** The server chooses the versions of areas before any of this code runs, and a canary may be for one namespace only. */
function rememberForNextLoad(id: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain HTTP, where consoles often run
  document.cookie = `${NAMESPACE_COOKIE}=${id}; path=/; SameSite=Lax`
}

/** Drops the stored namespace, for sign-out and for an answer that it is no longer ours. */
export function forgetNamespace(): void {
  sessionStorage.removeItem(KEY)
  localStorage.removeItem(KEY)
  rememberForNextLoad(NO_NAMESPACE.id)
  store.set(namespaceAtom, NO_NAMESPACE)
}

/** The current namespace. */
export function useNamespace(): StoredNamespace {
  return useAtomValue(namespaceAtom)
}
