import { createHash } from 'node:crypto'
import { dataElement } from '@windlass/backend/artefact/consolePage'
import { describe, expect, it } from 'vitest'
import { assemblePage } from './page.ts'

const page = assemblePage({
  integrity: {
    'app.1.js': 'sha384-app',
    'app.1.css': 'sha384-css',
    'en.1.js': 'sha384-en',
    'layout.1.js': 'sha384-layout',
  },
  entry: ['app.1.js', 'app.1.css'],
  filesFor: (request) => ({ './locales/en.json': ['en.1.js'], '../layout/Layout.tsx': ['layout.1.js'] })[request] ?? [],
  filesNamed: () => ['layout.1.js'],
})

describe('the page', () => {
  it('has no mark left but the one for the registry', () => {
    expect(page.html.match(/<!--.*?-->/g)).toEqual(['<!--registry-->'])
  })

  it('loads its entry with integrity, by relative addresses', () => {
    expect(page.html).toContain('<script defer src="assets/app.1.js" integrity="sha384-app"></script>')
    expect(page.html).toContain('<link rel="stylesheet" href="assets/app.1.css" integrity="sha384-css" />')
  })

  it('names what to load ahead, each file once', () => {
    const text = /id="assets">(.*?)<\/script>/.exec(page.html)?.[1] ?? ''
    expect(JSON.parse(text)).toMatchObject({
      base: 'assets/',
      signedIn: ['layout.1.js'],
      textFiles: { en: ['en.1.js'] },
      integrity: { 'en.1.js': 'sha384-en', 'layout.1.js': 'sha384-layout' },
    })
  })

  it('allows its one inline script by hash and no other', () => {
    const inline = [...page.html.matchAll(/<script>([^]*?)<\/script>/g)].map(([, source = '']) => source)
    expect(inline).toHaveLength(1)
    const hash = createHash('sha256').update(inline.join('')).digest('base64')
    expect(page.contentSecurityPolicy).toContain(`script-src 'self' 'sha256-${hash}' 'wasm-unsafe-eval';`)
    expect(page.contentSecurityPolicy).not.toContain("'unsafe-eval'")
  })
})

describe('data inside the page', () => {
  it('cannot close its own element, and comes back as it was', () => {
    const value = { title: '</script><script>alert(1)</script><!--' }
    const element = dataElement('x', value)
    expect(element.match(/<\/script>/g)).toHaveLength(1)
    expect(JSON.parse(element.slice(element.indexOf('>') + 1, element.lastIndexOf('<')))).toEqual(value)
  })
})
