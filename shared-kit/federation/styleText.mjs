// In builds for pages elsewhere a style sheet is a text that its pieces adopt (src/embed/styleSheets.ts), and antd answers to
// another name there, so that two of it can be in one page.
import path from 'node:path'
import { OWN_PREFIX } from '../src/embed/ownPrefix.ts'

const STYLE_SHEETS = path.join(import.meta.dirname, '../src/embed/styleSheets.ts')

/** Loader of the bundler. */
export default function styleText(source) {
  const text = source.replaceAll(/\.ant-/g, `.${OWN_PREFIX}-`).replaceAll(/\.anticon\b/g, `.${OWN_PREFIX}icon`)
  return `import { addStyleText } from ${JSON.stringify(STYLE_SHEETS)}\naddStyleText(${JSON.stringify(text)})`
}
