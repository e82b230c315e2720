import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { cssVariables, DARK, LIGHT } from '@windlass/shared-kit/theme/tokens'
import { marked } from 'marked'
import { ROOT } from './workspace.ts'

const GUIDES = ['user-guide', 'area-team-guide', 'embedding-guide', 'benchmarks']
const variables = (palette: typeof LIGHT) =>
  Object.entries(cssVariables(palette))
    .map(([name, value]) => `${name}:${value}`)
    .join(';')

const STYLE = `
:root { color-scheme: light dark; ${variables(LIGHT)} }
@media (prefers-color-scheme: dark) { :root { ${variables(DARK)} } }
body { margin: 0 auto; padding: 32px 20px 80px; max-width: 760px; font: 15px/1.65 var(--wl-font); color: var(--wl-text); background: var(--wl-canvas); }
nav { display: flex; flex-wrap: wrap; gap: 4px 20px; margin-bottom: 24px; }
a { color: var(--wl-accent); }
code, pre { font-family: var(--wl-font-code); font-size: 13px; }
pre { overflow-x: auto; padding: 12px 16px; background: var(--wl-surface); border: 1px solid var(--wl-border); border-radius: var(--wl-radius); }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { padding: 6px 12px; border-bottom: 1px solid var(--wl-border); text-align: left; vertical-align: top; }
img { max-width: 100%; }
`

const titleOf = (markdown: string) => /^# (.+)$/m.exec(markdown)?.[1] ?? 'Windlass'

/** Links between the guides lead to their pages; what is only in the repository stays plain text there. */
const htmlOf = (markdown: string) =>
  marked
    .parse(markdown, { async: false })
    .replaceAll(/href="([\w-]+)\.md(#[\w-]*)?"/g, (_match, name: string, anchor = '') => `href="${name}.html${anchor}"`)

const pageOf = (title: string, navigation: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Windlass</title>
<link rel="icon" type="image/svg+xml" href="../favicon.svg"><link rel="stylesheet" href="docs.css">
</head>
<body><nav aria-label="Guides">${navigation}</nav><main>${body}</main></body>
</html>
`

/** Makes pages of the guides, so that the console serves the documentation that fits its version. */
export function buildDocs(outDir: string): void {
  const folder = path.join(outDir, 'docs')
  mkdirSync(path.join(folder, 'pictures'), { recursive: true })
  const guides = GUIDES.map((name) => ({ name, file: path.join(ROOT, 'docs', `${name}.md`) }))
    .filter(({ file }) => existsSync(file))
    .map(({ name, file }) => ({ name, markdown: readFileSync(file, 'utf8') }))
  const links = guides.map(({ name, markdown }) => `<a href="${name}.html">${titleOf(markdown)}</a>`).join('')
  for (const { name, markdown } of guides) {
    writeFileSync(path.join(folder, `${name}.html`), pageOf(titleOf(markdown), links, htmlOf(markdown)))
  }
  copyFileSync(path.join(folder, 'user-guide.html'), path.join(folder, 'index.html'))
  writeFileSync(path.join(folder, 'docs.css'), STYLE)
  for (const picture of globSync('docs/pictures/*', { cwd: ROOT })) {
    copyFileSync(path.join(ROOT, picture), path.join(folder, 'pictures', path.basename(picture)))
  }
}
