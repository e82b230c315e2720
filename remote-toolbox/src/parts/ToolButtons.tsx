import type { ReactNode } from 'react'

/** A row of buttons that wraps. */
export function ToolButtons({ children }: { children: ReactNode }) {
  return <div className="toolbox-buttons">{children}</div>
}
