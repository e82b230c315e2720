/** What is wrong with a page that shows hostile texts; runs in the page. */
export function pageFlaws(turning: readonly string[]): string[] {
  const flaws: string[] = []
  const said = (where: string, text: string) => flaws.push(`${where}: ${JSON.stringify(text.slice(0, 120))}`)
  if ('__hit' in window) flaws.push('a script ran')
  const wide = [document.scrollingElement, ...document.querySelectorAll('.page[data-active="true"]')]
  for (const box of wide) {
    if (box && box.scrollWidth > box.clientWidth)
      flaws.push(`wider than the window: ${box.className || box.tagName} ${box.scrollWidth} > ${box.clientWidth}`)
  }

  const isTurning = (text: string) => turning.some((each) => text.includes(each))
  /** What is left when everything that is kept apart is taken out. */
  const bare = (text: string): string => {
    const inner = text.replace(/[\u2066-\u2068][^\u2066-\u2069]*\u2069/g, '')
    return inner === text ? text : bare(inner)
  }
  const isMixed = (text: string) => {
    const open = bare(text)
    const rest = turning.reduce((left, each) => left.replaceAll(each, ''), open)
    return isTurning(open) && (rest.trim() !== '' || turning.filter((each) => open.includes(each)).length > 1)
  }
  if (isMixed(document.title)) said('title of the window', document.title)

  const isApart = (element: Element) => {
    const { display, unicodeBidi } = getComputedStyle(element)
    return (unicodeBidi !== 'normal' && unicodeBidi !== 'embed') || !(display === 'inline' || display === 'contents')
  }
  /** The text that is laid out together with a node: without what is apart inside. */
  const ownText = (node: Node): string =>
    [...node.childNodes]
      .map((child) => (child instanceof Element ? (isApart(child) ? ' ' : ownText(child)) : (child.textContent ?? '')))
      .join('')
  const isElsewhere = (element: Element) =>
    element.closest('.page[data-active="false"], script, style, pre, code, .cm-editor, .xterm') !== null
  const seen = new Set<Element>()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!isTurning(node.textContent ?? '') || !node.parentElement || isElsewhere(node.parentElement)) continue
    let home = node.parentElement
    while (!isApart(home) && home.parentElement) home = home.parentElement
    if (seen.has(home)) continue
    seen.add(home)
    const text = ownText(home)
    if (isMixed(text)) said(`${home.tagName.toLowerCase()}.${home.className}`, text)
  }
  for (const element of document.querySelectorAll('[title], [aria-label], [alt], [placeholder]')) {
    if (isElsewhere(element)) continue
    for (const name of ['title', 'aria-label', 'alt', 'placeholder']) {
      const text = element.getAttribute(name) ?? ''
      if (isMixed(text)) said(`${element.tagName.toLowerCase()}[${name}]`, text)
    }
  }
  return flaws
}
