import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { makeRowScale, type RowScale } from './rowScale.ts'

/** Height of a line, as in json.css. */
export const ROW_PX = 22
/** How long nothing must move until the scroll bar is put where it belongs. */
const REST_MS = 150
/** How exactly browsers place it. */
const SCROLL_STEP_PX = 1

type Box = RefObject<HTMLDivElement | null>

/** Height of what is seen; 0 while it is not shown. */
function useWindowHeight(box: Box): number {
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setHeight(element.clientHeight)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return height
}

/** A wish to be somewhere: px from the top of the document, or where it is already. */
interface Wish {
  top?: number
}

/**
 * Scrolls more rows than a browser can lay out: wheel, touch and keys move the document by what they moved, while the
 * scroll bar, dragged far, goes to its proportion of the document.
 */
export function useRowScroller(count: number) {
  const box = useRef<HTMLDivElement>(null)
  const windowPx = useWindowHeight(box)
  const scale = useMemo(() => makeRowScale(count * ROW_PX, windowPx), [count, windowPx])
  /** Where the document is, and where the scroll bar was when it got there. */
  const place = useRef({ top: 0, scrolled: 0 })
  const [wish, setWish] = useState<Wish>({})
  const granted = useRef(wish)
  const [drawn, setDrawn] = useState({ first: 0, shift: 0 })
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(rest.current), [])

  const take = (top: number, scrolled: number) => {
    place.current = { top, scrolled }
    setDrawn({ first: Math.floor(top / ROW_PX), shift: scrolled - top })
  }
  /** Where it is, or will be in a moment. */
  const topNow = (latest: Wish) => (latest === granted.current ? undefined : latest.top) ?? place.current.top
  const settle = useEffectEvent((now: RowScale, latest: Wish) => {
    const element = box.current
    if (!element || windowPx === 0) return
    const top = Math.max(0, Math.min(now.range, topNow(latest)))
    granted.current = latest
    const scrolled = now.toScrolled(top)
    if (Math.abs(element.scrollTop - scrolled) > SCROLL_STEP_PX) element.scrollTop = scrolled
    take(top, element.scrollTop)
  })
  // After drawing, because only then the rows have the height that the place needs.
  useLayoutEffect(() => settle(scale, wish), [scale, wish])

  const handleScroll = () => {
    const scrolled = box.current?.scrollTop ?? 0
    const moved = scrolled - place.current.scrolled
    const isFar = Math.abs(moved) > windowPx
    const near = Math.max(0, Math.min(scale.range, place.current.top + moved))
    take(scale.isExact || isFar ? scale.toDocument(scrolled) : near, scrolled)
    if (scale.isExact) return
    clearTimeout(rest.current)
    rest.current = setTimeout(() => setWish({}), REST_MS)
  }
  /** Brings a row into sight: at the edge when it is near, in the middle when it is far. */
  const show = (row: number) => {
    const top = topNow(wish)
    const [start, end] = [row * ROW_PX, (row + 1) * ROW_PX]
    if (start >= top && end <= top + windowPx) return
    const isFar = start < top - windowPx || end > top + 2 * windowPx
    setWish({ top: isFar ? start - (windowPx - ROW_PX) / 2 : start < top ? start : end - windowPx })
  }
  const perWindow = Math.floor(windowPx / ROW_PX)
  return { box, height: scale.height, first: drawn.first, shift: drawn.shift, perWindow, show, handleScroll }
}

export type RowScroller = ReturnType<typeof useRowScroller>
