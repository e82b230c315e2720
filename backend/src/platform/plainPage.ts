import { hash } from 'node:crypto'

/** The languages of pages that the server writes itself. */
export type PageLanguage = 'en' | 'zh-cn'

/** What the visitor reads first of the languages there are; English for everybody else. */
export function languageOf(acceptLanguage: string): PageLanguage {
  const wanted = acceptLanguage.split(',').map((part) => {
    const [tag = '', quality = ''] = part
      .trim()
      .toLowerCase()
      .split(/;\s*q=/)
    return { tag, quality: quality === '' ? 1 : Number(quality) }
  })
  const known = wanted.filter(({ tag, quality }) => quality > 0 && /^(en|zh)\b/.test(tag))
  const [best] = known.toSorted((one, other) => other.quality - one.quality)
  return best?.tag.startsWith('zh') ? 'zh-cn' : 'en'
}

/** Light and dark as the browser is set; small enough to need no file of its own. */
const STYLE = `:root{color-scheme:light dark;font:16px/1.6 system-ui,sans-serif}body{display:grid;place-items:center;
min-height:100vh;margin:0;padding:24px;box-sizing:border-box}main{max-width:36em}h1{font-size:1.4em;margin:0 0 .4em}
a{color:light-dark(#1456d8,#8ab4ff)}dl{display:grid;grid-template-columns:auto 1fr;gap:.3em 1em}dd{margin:0;
overflow-wrap:anywhere}dt{color:GrayText}button,input{font:inherit;min-height:44px;padding:0 16px}input{width:100%;
box-sizing:border-box;margin:.3em 0 1em}button{margin-right:8px}`.replaceAll('\n', '')

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as it stands in HTML, also inside an attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char)

/**
 * A page without anything from anywhere else, for visitors who may not be signed in.
 * @param body HTML in which every text of users is escaped
 * @returns the page with the policy it has to be sent with
 */
export function plainPage(page: { title: string; body: string; language: PageLanguage; script?: string }): {
  html: string
  policy: string
} {
  const { title, body, language, script } = page
  const digest = script === undefined ? '' : hash('sha256', script, 'base64')
  const scripts = script === undefined ? '' : `script-src 'sha256-${digest}'; connect-src 'self'; `
  const policy = `default-src 'none'; ${scripts}style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)} · Windlass</title>`
  const tail = script === undefined ? '' : `<script>${script}</script>`
  const html = `<!doctype html><html lang="${language}"><head>${head}<style>${STYLE}</style></head><body><main>${body}</main>${tail}</body></html>`
  return { html, policy }
}
