import { useTranslation } from '@windlass/shared-kit/i18n'
import { useThemeMode } from '@windlass/shared-kit/theme'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { drawPlot, PlotData } from './drawPlot.ts'

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
  const { t } = useTranslation('settings')
  const id = useId()
  const holder = useRef<HTMLDivElement>(null)
  const [isMissing, setMissing] = useState(false)
  const mode = useThemeMode()
  // What is drawn, as text: a new render alone is no reason to draw anew.
  const content = JSON.stringify(data)
  const draw = useEffectEvent((target: HTMLElement, drawInto: typeof drawPlot) =>
    drawInto(target, data, mode, onPosition),
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
        console.warn('the pictures cannot be drawn; the table has the same numbers', error)
        setMissing(true)
      }
    }
    void start()
    return () => {
      isGone = true
      erase()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the content and the theme are why it is drawn again
  }, [content, mode])
  const shownNote = isMissing ? t('release.noPicture') : note
  return (
    <figure className="rl-plot" aria-labelledby={id}>
      <figcaption id={id}>
        {title} <span className="wl-hidden">{summary}</span>
      </figcaption>
      <div ref={holder} className="rl-plot-canvas" aria-hidden="true" />
      {shownNote && <p className="rl-plot-note">{shownNote}</p>}
    </figure>
  )
}
