import { atom } from 'jotai'
import { ERROR_TOAST_MS } from '../contract/limits.ts'
import { store } from '../session/store.ts'

export type ToastKind = 'error' | 'info' | 'success' | 'warning'

/** One short message over the page. */
export interface Toast {
  id: number
  kind: ToastKind
  text: string
  /** For the report to whoever operates the server. */
  requestId?: string
}

const QUIET_TOAST_MS = 3_000

/** What is shown now; the host draws it. */
export const toastsAtom = atom<readonly Toast[]>([])
let lastId = 0

/** Takes one message away. */
export function dismissToast(id: number): void {
  store.set(
    toastsAtom,
    store.get(toastsAtom).filter((toast) => toast.id !== id),
  )
}

function show(kind: ToastKind, text: string, requestId?: string): void {
  const toasts = store.get(toastsAtom)
  // Several calls that fail for one reason are one message to the reader.
  if (toasts.some((toast) => toast.kind === kind && toast.text === text)) return
  lastId += 1
  const id = lastId
  store.set(toastsAtom, [...toasts, { id, kind, text, requestId }])
  setTimeout(() => dismissToast(id), kind === 'error' ? ERROR_TOAST_MS : QUIET_TOAST_MS)
}

/** Short messages over the page: errors stay 5 s (Specification 8), the rest 3 s. */
export const toast = {
  error: (text: string, requestId?: string) => show('error', text, requestId),
  warning: (text: string) => show('warning', text),
  success: (text: string) => show('success', text),
  info: (text: string) => show('info', text),
}
