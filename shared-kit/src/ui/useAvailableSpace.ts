import { type RefObject, useLayoutEffect, useState } from 'react'

const HEADER_AND_MARGIN_PX = 60
const LEAST_PX = 240

interface Space {
  width: number
  height: number
}

/** The width of an element and the height from its top to the bottom of the window, for what scrolls inside itself. */
export function useAvailableSpace(element: RefObject<HTMLElement | null>, isNeeded: boolean): Space {
  const [space, setSpace] = useState<Space>({ width: LEAST_PX, height: LEAST_PX })
  useLayoutEffect(() => {
    const target = element.current
    if (!isNeeded || !target) return
    const measure = () => {
      const { top, width } = target.getBoundingClientRect()
      const height = Math.max(LEAST_PX, Math.floor(innerHeight - top - HEADER_AND_MARGIN_PX))
      // A page in the background has no size; what was measured while it was shown still holds.
      if (width > 0) setSpace({ width: Math.floor(width), height })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(target)
    addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      removeEventListener('resize', measure)
    }
  }, [element, isNeeded])
  return space
}
