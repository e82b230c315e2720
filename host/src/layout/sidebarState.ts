import { atom, useAtom } from '@windlass/shared-kit/session'
import { useIsMobile } from '@windlass/shared-kit/ui'

const COOKIE = 'sidebarStatus'

const readCookie = () => new RegExp(`(?:^|;\\s*)${COOKIE}=1`).test(document.cookie)

/** On a wide window the sidebar is a place of its own and comes back as it was left (Specification 2). */
const isOpenAtom = atom(readCookie())
/** On a narrow one it covers the page, so it always starts closed. */
const isDrawerOpenAtom = atom(false)

/** The sidebar's state and how to change it. */
export function useSidebar() {
  const isMobile = useIsMobile()
  const [isOpen, setOpen] = useAtom(isOpenAtom)
  const [isDrawerOpen, setDrawerOpen] = useAtom(isDrawerOpenAtom)
  const toggle = () => {
    if (isMobile) return setDrawerOpen(!isDrawerOpen)
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain HTTP, where consoles often run
    document.cookie = `${COOKIE}=${isOpen ? 0 : 1}; path=/; SameSite=Lax`
    setOpen(!isOpen)
  }
  return { isOpen: isMobile ? isDrawerOpen : isOpen, toggle, close: () => setDrawerOpen(false) }
}
