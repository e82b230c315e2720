// In builds for pages elsewhere a style sheet is a text that its pieces adopt (src/embed/styleSheets.ts), and antd answers to
// another name there, so that two of it can be in one page.
import path from 'node:path'

const STYLE_SHEETS = path.join(import.meta.dirname, '../src/embed/styleSheets.ts')

/** What antd's classes start with in pages elsewhere; `antd` of the page itself keeps `ant`. */
export const OWN_PREFIX = 'wl-ant'

/** Loader of the bundler. */
export default function styleText(source) {
  const text = source.replaceAll(/\.ant-/g, `.${OWN_PREFIX}-`).replaceAll(/\.anticon\b/g, `.${OWN_PREFIX}icon`)
  return `import { addStyleText } from ${JSON.stringify(STYLE_SHEETS)}\naddStyleText(${JSON.stringify(text)})`
}
