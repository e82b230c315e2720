import { FONT, type Palette } from '@windlass/shared-kit/theme'
import type UPlot from 'uplot'

const SECOND_MS = 1_000
const FONT_PX = 11
const LABEL_GAP_PX = 8
const LIFT_PX = 6

/** A moment with the few words that stand at its line. */
export interface PlotMarker {
  /** Unix milliseconds. */
  time: number
  label: string
}

/** Draws a line for each moment over the plot; its words only where they do not run into those before. */
export function drawMarkers(
  { ctx, bbox, valToPos }: UPlot,
  markers: readonly PlotMarker[],
  { textTertiary, textSecondary }: Palette,
): void {
  const scale = devicePixelRatio
  let free = Number.NEGATIVE_INFINITY
  ctx.save()
  ctx.strokeStyle = textTertiary
  ctx.fillStyle = textSecondary
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

/** Draws a line across the plot at each value that matters. */
export function drawLevels({ ctx, bbox, valToPos }: UPlot, levels: readonly { value: number; color: string }[]): void {
  const scale = devicePixelRatio
  ctx.save()
  ctx.lineWidth = scale
  ctx.setLineDash([6 * scale, 4 * scale])
  for (const { value, color } of levels) {
    const y = Math.round(valToPos(value, 'y', true))
    if (y < bbox.top || y > bbox.top + bbox.height) continue
    ctx.strokeStyle = color
    ctx.beginPath()
    ctx.moveTo(bbox.left, y)
    ctx.lineTo(bbox.left + bbox.width, y)
    ctx.stroke()
  }
  ctx.restore()
}
