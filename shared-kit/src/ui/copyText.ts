/** What has the focus, also inside a shadow root, which looks like one element from outside. */
function focused(root: DocumentOrShadowRoot = document): Element | null {
  const element = root.activeElement
  return element?.shadowRoot ? (focused(element.shadowRoot) ?? element) : element
}

/** The way for pages on plain HTTP, where the clipboard interface is missing. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.style.cssText = 'position:fixed;opacity:0'
  // Inside an open dialog, because that keeps the focus to itself.
  const home = focused()?.closest('[role="dialog"], dialog') ?? document.body
  home.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  return isCopied
}

/** Puts text on the clipboard and answers whether that worked. */
export async function copyText(text: string): Promise<boolean> {
  if (!navigator.clipboard) return copyBySelection(text)
  return navigator.clipboard.writeText(text).then(
    () => true,
    // Refused, for example in a frame without the permission: the old way may still be open.
    () => copyBySelection(text),
  )
}
