export { Can } from './Can.tsx'
export { can, useCan } from './can.ts'
