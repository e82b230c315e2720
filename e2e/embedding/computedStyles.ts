/** What is drawn otherwise, the first few of it. */
export function differences(before: readonly Look[], after: readonly Look[]): string[] {
  if (before.length !== after.length) return [`${before.length} elements became ${after.length}`]
  const all = before.flatMap(({ name, style }, index) =>
    Object.entries(after[index]?.style ?? {})
      .filter(([property, value]) => style[property] !== value)
      .map(([property, value]) => `${name} ${property}: ${style[property]} became ${value}`),
  )
  return all.slice(0, 20)
}

/** One element as it is drawn. */
interface Look {
  name: string
  style: Record<string, string>
}

/** In the page: how every element in and below the first that fits is drawn, also behind shadow roots. */
export function computedStyles(selector: string): Look[] {
  const root = document.querySelector(selector)
  const below = (element: Element): Element[] => [
    element,
    ...[...(element.shadowRoot ?? element).children].flatMap((child) => below(child)),
  ]
  // What the place in the page decides is left out.
  const said = (element: Element) =>
    Object.fromEntries(
      [...getComputedStyle(element)]
        .filter((name) => !/^(perspective|transform)-origin|^--/.test(name))
        .map((name) => [name, getComputedStyle(element).getPropertyValue(name)]),
    )
  return root ? below(root).map((element) => ({ name: element.tagName, style: said(element) })) : []
}
