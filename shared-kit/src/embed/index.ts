export { addFirstSheet, addStyleText, adoptStyles } from './styleSheets.ts'
