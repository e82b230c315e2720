import { readFileSync } from 'node:fs'
import path from 'node:path'
import { dataElement, fillPage, type PageTemplate } from '@windlass/backend/artefact/consolePage'
import { integrityOf } from '@windlass/backend/artefact/integrityOf'
import { writeAtomically } from '@windlass/backend/artefact/writeAtomically'
import type { AreaRegistry } from '@windlass/shared-kit/contract/area'
import { cssVariables, DARK, LIGHT } from '@windlass/shared-kit/theme/tokens'
import { ROOT } from './workspace.ts'

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

/** The page with the default registry in it, so that any static server can serve the folder too. */
export async function writeStaticPage(outDir: string, registry: AreaRegistry): Promise<void> {
  // Written by an earlier step of this build.
  const page = JSON.parse(readFileSync(path.join(outDir, 'page.json'), 'utf8')) as PageTemplate
  await writeAtomically(path.join(outDir, 'index.html'), fillPage(page, registry))
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
    // Hashing files takes WebAssembly, which this lets run; it opens no way from a text to a script.
    `script-src 'self' '${earlyHash}' 'wasm-unsafe-eval'`,
    // antd and the terminal write their styles at run time; styles cannot run code.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    // A PDF from a server is shown by the browser's own viewer; what a page makes in memory keeps this policy.
    'frame-src blob:',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
