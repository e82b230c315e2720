import { createContext, type ReactNode, useContext } from 'react'

const InPlace = createContext(false)

/** Whether buttons tell their outcome beside themselves. */
export const useConfirmsInPlace = (): boolean => useContext(InPlace)

/** For pages that show no messages of ours: what a button did is told beside it. */
export function ConfirmInPlace({ children }: { children: ReactNode }) {
  return <InPlace value={true}>{children}</InPlace>
}
