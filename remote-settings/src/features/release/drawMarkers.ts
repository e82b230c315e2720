import { type DARK, FONT, type LIGHT } from '@windlass/shared-kit/theme'
import type UPlot from 'uplot'
import type { Marker } from './plotMarkers.ts'

const SECOND_MS = 1_000
const FONT_PX = 11
const LABEL_GAP_PX = 8
const LIFT_PX = 6

/** A step with the few words that stand at its line. */
export interface LabelledMarker extends Marker {
  label: string
}

/** Draws a line for each step over the plot; its words only where they do not run into those before. */
export function drawMarkers(
  { ctx, bbox, valToPos }: UPlot,
  markers: readonly LabelledMarker[],
  palette: typeof DARK | typeof LIGHT,
): void {
  const scale = devicePixelRatio
  let free = Number.NEGATIVE_INFINITY
  ctx.save()
  ctx.strokeStyle = palette.textTertiary
  ctx.fillStyle = palette.textSecondary
  ctx.lineWidth = scale
  ctx.font = `${FONT_PX * scale}px ${FONT.text}`
  ctx.textBaseline = 'bottom'
  for (const { time, label } of markers) {
    const x = Math.round(valToPos(time / SECOND_MS, 'x', true))
    ctx.setLineDash([2 * scale, 3 * scale])
    ctx.beginPath()
    ctx.moveTo(x, bbox.top)
    ctx.lineTo(x, bbox.top + bbox.height)
    ctx.stroke()
    const width = ctx.measureText(label).width
    const left = Math.min(x, bbox.left + bbox.width - width)
    if (left < free) continue
    ctx.fillText(label, left, bbox.top - LIFT_PX * scale)
    free = left + width + LABEL_GAP_PX * scale
  }
  ctx.restore()
}
