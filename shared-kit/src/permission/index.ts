export { Can } from './Can.tsx'
export { can, useCan } from './can.ts'
export { usePermissionTexts } from './permissionTexts.ts'
export { type RefusalText, refusalOf, refusalText, useRefusalRequest, useRefusalText } from './refusal.ts'
