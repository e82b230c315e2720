import { atom, useSetAtom } from '@windlass/shared-kit/session'
import { useEffect, useEffectEvent } from 'react'
import { useTabs } from './useTabs.ts'

/** What lies over the console: the palette, the list of keys, or nothing. */
export const overlayAtom = atom<'help' | 'palette' | null>(null)

const SEARCH = '.page[data-active="true"] :is(input[type="search"], [role="searchbox"], [data-search])'

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], .xterm') !== null
}

/** Whether a dialog holds the focus: a second one over it would fight for it, and nothing below it is in reach. */
const isDialogOpen = () =>
  [...document.querySelectorAll('[aria-modal="true"]')].some((dialog) => dialog.getClientRects().length > 0)

/** Puts the cursor into the page's search field; false when it has none. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLElement>(SEARCH)
  field?.focus()
  return field !== null
}

/** The keys of the whole console; inside a field they are just letters, except Ctrl/Cmd+K. */
export function useShortcuts(): void {
  const setOverlay = useSetAtom(overlayAtom)
  const { step } = useTabs()
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      const isBlocked = isDialogOpen()
      return setOverlay((current) => (current === 'palette' || (current === null && isBlocked) ? null : 'palette'))
    }
    const isModified = event.ctrlKey || event.metaKey || event.altKey
    if (isModified || isTyping(event.target) || event.defaultPrevented || isDialogOpen()) return
    const actions: Record<string, () => void> = {
      '/': () => focusSearch() || setOverlay('palette'),
      '?': () => setOverlay('help'),
      '[': () => step(-1),
      ']': () => step(1),
    }
    const action = actions[event.key]
    if (!action) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handle(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}
