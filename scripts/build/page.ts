import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { cssVariables, DARK, LIGHT } from '@windlass/shared-kit/theme/tokens'
import { integrityOf } from './integrity.ts'
import { ROOT } from './workspace.ts'

/** Where the server puts `<script type="application/json" id="registry">…</script>`. */
export const REGISTRY_MARK = '<!--registry-->'

/** The console's page as the server sends it after putting in the registry. */
export interface PageTemplate {
  html: string
  /** The value of the Content-Security-Policy header; it knows the hash of the page's one inline script. */
  contentSecurityPolicy: string
}

interface Parts {
  integrity: Record<string, string>
  /** Scripts and style sheets every visit starts with. */
  entry: string[]
  /** Files made for one `import()`. */
  filesFor: (request: string) => string[]
  /** Files of one chunk by its name. */
  filesNamed: (name: string) => string[]
}

const BASE = 'assets/'

/** Puts the page together: skeleton, entry scripts, what to load ahead. Content without placeholders is final. */
export function assemblePage({ integrity, entry, filesFor, filesNamed }: Parts): PageTemplate {
  const read = (name: string) => readFileSync(path.join(ROOT, 'host/page', name), 'utf8')
  const early = read('early.js')
  const ahead = {
    textFiles: { en: filesFor('./locales/en.json'), 'zh-cn': filesFor('./locales/zh-cn.json') },
    signedIn: [...new Set([...filesFor('../layout/Layout.tsx'), ...filesNamed('antd')])],
  }
  const named = [...ahead.textFiles.en, ...ahead.textFiles['zh-cn'], ...ahead.signedIn]
  const assets = { base: BASE, integrity: Object.fromEntries(named.map((file) => [file, integrity[file]])), ...ahead }
  const icon = `data:image/svg+xml;base64,${Buffer.from(read('favicon.svg')).toString('base64')}`
  const parts: Record<string, string> = {
    // Inside the page: small, and one request less.
    icon: `<link rel="icon" type="image/svg+xml" href="${icon}" />`,
    style: `<style>${variables(':root', LIGHT)}${variables(':root.dark', DARK)}${read('skeleton.css')}</style>`,
    entry: entry.map((file) => entryTag(file, integrity[file] ?? '')).join('\n    '),
    assets: dataElement('assets', assets),
    early: `<script>${early}</script>`,
  }
  // A function, because `$` means something in a replacement text.
  const html = read('index.html').replace(
    /<!--(icon|style|entry|assets|early)-->/g,
    (_mark, name: string) => parts[name] ?? '',
  )
  return { html, contentSecurityPolicy: securityPolicy(integrityOf(early, 'sha256')) }
}

/** JSON that may stand inside a script element: it cannot close the element. */
function dataText(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/** Data inside the page, for the code that finds it by its id. */
export function dataElement(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${dataText(value)}</script>`
}

/** The element the registry travels in. */
export const registryElement = (registry: unknown): string => dataElement('registry', registry)

/** The page with the default registry in it, so that any static server can serve the folder too. */
export function writeStaticPage(outDir: string, registry: unknown): void {
  const page = JSON.parse(readFileSync(path.join(outDir, 'page.json'), 'utf8')) as PageTemplate
  writeFileSync(
    path.join(outDir, 'index.html'),
    page.html.replace(REGISTRY_MARK, () => registryElement(registry)),
  )
}

const variables = (selector: string, palette: typeof LIGHT) =>
  `${selector}{${Object.entries(cssVariables(palette))
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}\n`

function entryTag(file: string, integrity: string): string {
  return file.endsWith('.css')
    ? `<link rel="stylesheet" href="${BASE}${file}" integrity="${integrity}" />`
    : `<script defer src="${BASE}${file}" integrity="${integrity}"></script>`
}

function securityPolicy(earlyHash: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' '${earlyHash}'`,
    // antd and the terminal write their styles at run time; styles cannot run code.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
