import { createContext, useContext } from 'react'

/** Set by the host around every page that it keeps alive. */
export const PageActiveContext = createContext(true)

/** Whether the page is the one shown now; hidden pages stay mounted and should rest. */
export function usePageActive(): boolean {
  return useContext(PageActiveContext)
}
