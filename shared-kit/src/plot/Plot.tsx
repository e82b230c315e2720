import './plot.css'
import { useOwnTexts } from '@windlass/shared-kit/i18n'
import { useThemeMode } from '@windlass/shared-kit/theme'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { drawPlot, PlotPicture } from './drawPlot.ts'
import en from './locales/en.json'
import chinese from './locales/zh-cn.json'

const TEXTS = { en, 'zh-cn': chinese }
const HEIGHT_PX = 200

/** A picture of numbers over time, and what is said about it. */
export interface PlotProps {
  title: ReactNode
  /** What the picture shows, for those who do not see it; the numbers must stand somewhere on the page. */
  summary: string
  isSummaryShown?: boolean
  /** Said over an empty picture. */
  note?: string | undefined
  /** In px. */
  height?: number
  /** Plots with the same name show the same moment under the pointer. */
  group: string
  picture: PlotPicture
  /** The place in `times` under the pointer; undefined when it leaves. */
  onPosition?: (position: number | undefined) => void
  /** A stretch was marked with the pointer; both ends in Unix milliseconds. */
  onRange?: (from: number, to: number) => void
}

/** A picture of numbers over time that follows its room, the theme and the data. */
export function Plot(props: PlotProps) {
  const { title, summary, isSummaryShown = false, note, height = HEIGHT_PX } = props
  const { t } = useOwnTexts('plot', TEXTS)
  const id = useId()
  const { holder, isMissing } = useDrawing({ ...props, height })
  const shownNote = isMissing ? t('missing') : note
  return (
    <figure className="wl-plot" aria-labelledby={id}>
      <figcaption id={id}>
        {title} <span className={isSummaryShown ? 'wl-faint' : 'wl-hidden'}>{summary}</span>
      </figcaption>
      <div ref={holder} style={{ height }} aria-hidden="true" />
      {shownNote && <p className="wl-plot-note">{shownNote}</p>}
    </figure>
  )
}

function useDrawing({ group, height, picture, onPosition, onRange }: PlotProps & { height: number }) {
  const holder = useRef<HTMLDivElement>(null)
  const [isMissing, setMissing] = useState(false)
  const mode = useThemeMode()
  // What is drawn, as text: a new render alone is no reason to draw anew.
  const content = JSON.stringify(picture)
  const draw = useEffectEvent((target: HTMLElement, drawInto: typeof drawPlot) =>
    drawInto(target, picture, {
      ...{ mode, height, group },
      onPosition: (position) => onPosition?.(position),
      ...(onRange && { onRange }),
    }),
  )
  useEffect(() => {
    let isGone = false
    let erase = () => {}
    const start = async () => {
      try {
        // On its own, so that the page does not wait for what draws.
        const { drawPlot } = await import('./drawPlot.ts')
        if (!isGone && holder.current) erase = draw(holder.current, drawPlot)
      } catch (error) {
        console.warn('a plot cannot be drawn; the page has the same numbers', error)
        setMissing(true)
      }
    }
    void start()
    return () => {
      isGone = true
      erase()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the content and the theme are why it is drawn again
  }, [content, mode, height, group])
  return { holder, isMissing }
}
