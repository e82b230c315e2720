export { useIsMobile } from './useIsMobile.ts'
export { antdTheme } from './antdTheme.ts'
