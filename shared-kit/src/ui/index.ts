export { antdTheme } from './antdTheme.ts'
export { WindlassMark } from './WindlassMark.tsx'
