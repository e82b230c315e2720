/** Bundled by each area that draws; what draws comes with the first picture. */
export type { PlotMarker } from './drawMarkers.ts'
export type { PlotPicture } from './drawPlot.ts'
export type { PlotProps } from './Plot.tsx'
export { Plot } from './Plot.tsx'
export { usePlotColors } from './usePlotColors.ts'
