import type { AreaRegistry } from '@windlass/shared-kit/contract/area'

/** Where the page wants the registry, which only whoever serves it knows. */
export const REGISTRY_MARK = '<!--registry-->'

/** The console's page before the registry is put in: `page.json` of a build. */
export interface PageTemplate {
  html: string
  /** The value of the Content-Security-Policy header; it knows the hash of the page's one inline script. */
  contentSecurityPolicy: string
}

/** Data inside a page, for the code that finds it by its id; JSON that cannot close the script element it stands in. */
export function dataElement(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`
}

/** The page with a registry in it; what is only for `registry.json` stays out. */
export function fillPage(template: Pick<PageTemplate, 'html'>, registry: AreaRegistry): string {
  const { previous: _previous, withdrawn: _withdrawn, seal: _seal, ...shown } = registry
  // A function, because `$` means something in a replacement text.
  return template.html.replace(REGISTRY_MARK, () => dataElement('registry', shown))
}
