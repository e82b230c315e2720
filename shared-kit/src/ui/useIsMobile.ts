import { useSyncExternalStore } from 'react'
import { MOBILE_BREAKPOINT_PX } from '../contract/limits.ts'

const narrow = matchMedia(`(max-width: ${MOBILE_BREAKPOINT_PX - 1}px)`)

function subscribe(onChange: () => void): () => void {
  narrow.addEventListener('change', onChange)
  return () => narrow.removeEventListener('change', onChange)
}

/** Whether the window is narrower than 992 px: dialogs fill it, tables become cards (Specification 2 and 9). */
export function useIsMobile(): boolean {
  return useSyncExternalStore(subscribe, () => narrow.matches)
}
