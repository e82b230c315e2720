import type { QrCode } from './encodeQr.ts'

/** The dark modules as one path, a rectangle for each run of them in a row. */
export function pathOf({ rows }: QrCode): string {
  return rows
    .flatMap((row, y) =>
      row.map((isDark, x) => {
        if (!isDark || row[x - 1]) return ''
        const end = row.indexOf(false, x)
        const width = (end < 0 ? row.length : end) - x
        return `M${x} ${y}h${width}v1h-${width}z`
      }),
    )
    .join('')
}

/** The picture as an SVG file of so many pixels; white and black whatever the page around it looks like. */
export function writeSvg(code: QrCode, size: number): string {
  const side = code.rows.length
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${side} ${side}"`,
    ` shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/>`,
    `<path d="${pathOf(code)}"/></svg>\n`,
  ].join('')
}
