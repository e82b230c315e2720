import { createCache } from '@ant-design/cssinjs'
import { addFirstSheet } from '@windlass/shared-kit/embed'

interface AntdStyles {
  cache: ReturnType<typeof createCache>
  /** Where antd writes its styles; never part of a page. */
  container: HTMLElement
}

let styles: AntdStyles | undefined

/**
 * antd writes style elements while its components are drawn. Ours go into an element outside the page, from where their text
 * comes into one sheet that all toolboxes of the page share: none of it is left behind in the page, and no policy forbids it.
 */
export function antdStyles(): AntdStyles {
  styles ??= collectStyles()
  return styles
}

function collectStyles(): AntdStyles {
  const container = document.createElement('div')
  const sheet = new CSSStyleSheet()
  // What we write ourselves goes over it.
  addFirstSheet(sheet)
  let text = ''
  const renew = () => {
    const next = [...container.children].map(({ textContent }) => textContent).join('\n')
    if (next !== text) sheet.replaceSync(next)
    text = next
  }
  new MutationObserver(renew).observe(container, { childList: true, characterData: true, subtree: true })
  return { cache: createCache(), container }
}
