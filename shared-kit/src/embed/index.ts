export { OWN_PREFIX } from './ownPrefix.ts'
export { addFirstSheet, addStyleText, adoptStyles } from './styleSheets.ts'
