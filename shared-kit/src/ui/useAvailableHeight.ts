import { type RefObject, useEffect, useState } from 'react'

const HEADER_AND_MARGIN_PX = 60
const LEAST_PX = 240

/** The height between an element's top and the bottom of the window, for what scrolls inside itself. */
export function useAvailableHeight(element: RefObject<HTMLElement | null>, isNeeded: boolean): number {
  const [height, setHeight] = useState(LEAST_PX)
  useEffect(() => {
    if (!isNeeded) return
    const measure = () => {
      const top = element.current?.getBoundingClientRect().top ?? 0
      setHeight(Math.max(LEAST_PX, Math.floor(innerHeight - top - HEADER_AND_MARGIN_PX)))
    }
    measure()
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [element, isNeeded])
  return height
}
