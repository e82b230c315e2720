import 'uplot/dist/uPlot.min.css'
import { useThemeMode } from '@windlass/shared-kit/theme'
import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { drawPlot, type PlotData } from './drawPlot.ts'

interface Props extends PlotData {
  title: string
  /** What the picture shows, for those who do not see it; the table below has the numbers. */
  summary: string
  /** Said over an empty picture. */
  note?: string
  /** The span under the pointer; undefined when it leaves. */
  onPosition: (position: number | undefined) => void
}

/** A picture of numbers over time that follows its room, the theme and the data. */
export function Plot({ title, summary, note, onPosition, ...data }: Props) {
  const id = useId()
  const holder = useRef<HTMLDivElement>(null)
  const mode = useThemeMode()
  // What is drawn, as text: a new render alone is no reason to draw anew.
  const content = JSON.stringify(data)
  const draw = useEffectEvent((target: HTMLElement) => drawPlot(target, data, mode, onPosition))
  useEffect(() => {
    if (!holder.current) return
    return draw(holder.current)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the content and the theme are why it is drawn again
  }, [content, mode])
  return (
    <figure className="rl-plot" aria-labelledby={id}>
      <figcaption id={id}>
        {title} <span className="wl-hidden">{summary}</span>
      </figcaption>
      <div ref={holder} className="rl-plot-canvas" aria-hidden="true" />
      {note && <p className="rl-plot-note">{note}</p>}
    </figure>
  )
}
