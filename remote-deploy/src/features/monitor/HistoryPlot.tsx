import { useTranslation } from '@windlass/shared-kit/i18n'
import { useThemeMode } from '@windlass/shared-kit/theme'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { drawHistory, HistoryData, HistoryKind } from './drawHistory.ts'

interface Props {
  kind: HistoryKind
  data: HistoryData
  /** What the picture shows, for those who do not see it. */
  summary: string
}

/** A picture of how a monitor fared that follows its room, the theme and the data. */
export function HistoryPlot({ kind, data, summary }: Props) {
  const { t } = useTranslation('deploy')
  const id = useId()
  const holder = useRef<HTMLDivElement>(null)
  const [isMissing, setMissing] = useState(false)
  const mode = useThemeMode()
  // What is drawn, as text: a new render alone is no reason to draw anew.
  const content = JSON.stringify(data)
  const draw = useEffectEvent((target: HTMLElement, drawInto: typeof drawHistory) => drawInto(target, kind, data, mode))
  useEffect(() => {
    let isGone = false
    let erase = () => {}
    const start = async () => {
      try {
        // On its own, so that the page does not wait for what draws.
        const { drawHistory } = await import('./drawHistory.ts')
        if (!isGone && holder.current) erase = draw(holder.current, drawHistory)
      } catch (error) {
        console.warn('the history cannot be drawn; the figures above say the same', error)
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
  return (
    <figure className="dm-plot" aria-labelledby={id}>
      <figcaption id={id}>
        {t(`monitor.plot.${kind}`)} <span className="wl-faint">{summary}</span>
      </figcaption>
      <div ref={holder} className={`dm-plot-canvas dm-plot-${kind}`} aria-hidden="true" />
      {isMissing && <p className="wl-faint">{t('monitor.plot.missing')}</p>}
    </figure>
  )
}
