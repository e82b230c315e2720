import { createContext, useContext, useEffect } from 'react'

/** Set by the host around every page; takes the name of the page's tab. */
export const PageTitleContext = createContext<(title: string | undefined) => void>(() => undefined)

/** Names the page's tab and window after what it shows, for pages about one thing ("shop · deploy 42"). */
export function usePageTitle(title: string | undefined): void {
  const setTitle = useContext(PageTitleContext)
  useEffect(() => {
    setTitle(title)
    return () => setTitle(undefined)
  }, [setTitle, title])
}
