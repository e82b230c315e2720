export type { Answer, RecordedCall } from './answers.ts'
export { answer, neverAnswer, pretendServer, refuse } from './answers.ts'
export type { PageOptions } from './renderPage.tsx'
export { renderPage } from './renderPage.tsx'
