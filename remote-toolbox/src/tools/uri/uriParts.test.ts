import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readableHost } from './punycode.ts'
import { type UriParts, uriParts } from './uriParts.ts'

const NOTHING: UriParts = {
  scheme: 'https',
  user: '',
  password: '',
  host: 'x.y',
  asciiHost: 'x.y',
  port: '443',
  isUsualPort: true,
  path: '',
  fields: [],
  fragment: '',
}

describe('the parts of an address', () => {
  it.each<[string, Partial<UriParts>]>([
    ['https://x.y', {}],
    ['HTTPS://X.Y/', { path: '/' }],
    ['  https://x.y/a%20b/%E4%B8%AD ', { path: '/a b/中' }],
    ['http://x.y', { scheme: 'http', port: '80' }],
    ['https://x.y:8443/', { port: '8443', isUsualPort: false, path: '/' }],
    ['https://x.y:/', { path: '/' }],
    ['ws://x.y', { scheme: 'ws', port: '80' }],
    ['git+ssh://git@x.y/a.git', { scheme: 'git+ssh', user: 'git', port: '', path: '/a.git' }],
    ['https://a%40b:p%3Aq@x.y', { user: 'a@b', password: 'p:q' }],
    ['https://a:b@c@x.y', { user: 'a', password: 'b@c' }],
    ['https://[::1]:80/', { host: '[::1]', asciiHost: '[::1]', port: '80', isUsualPort: false, path: '/' }],
    ['https://127.1', { host: '127.0.0.1', asciiHost: '127.0.0.1' }],
    ['https://例え.jp', { host: '例え.jp', asciiHost: 'xn--r8jz45g.jp' }],
    ['https://xn--r8jz45g.jp', { host: '例え.jp', asciiHost: 'xn--r8jz45g.jp' }],
    ['https://Bücher.example', { host: 'bücher.example', asciiHost: 'xn--bcher-kva.example' }],
    ['https://xn--a.y', { host: 'xn--a.y', asciiHost: 'xn--a.y' }],
    ['https://x.y?q=1', { fields: [{ name: 'q', value: '1' }] }],
    [
      'https://x.y/?a=1&a=2&&b',
      {
        path: '/',
        fields: [
          { name: 'a', value: '1' },
          { name: 'a', value: '2' },
          { name: 'b', value: '' },
        ],
      },
    ],
    ['https://x.y?q=a+b%2Bc%3D%26', { fields: [{ name: 'q', value: 'a b+c=&' }] }],
    ['https://x.y?a%5B%5D=x=y?z', { fields: [{ name: 'a[]', value: 'x=y?z' }] }],
    ['https://x.y?=1', { fields: [{ name: '', value: '1' }] }],
    ['https://x.y?q=%E4%B8', { fields: [{ name: 'q', value: '%E4%B8' }] }],
    ['https://x.y#%C3%A9?a#b', { fragment: 'é?a#b' }],
    ['https://x.y/a?b#c', { path: '/a', fields: [{ name: 'b', value: '' }], fragment: 'c' }],
    ['file:///etc/hosts', { scheme: 'file', host: '', asciiHost: '', port: '', path: '/etc/hosts' }],
  ])('%s', (text, parts) => {
    expect(uriParts(text)).toEqual({ ...NOTHING, ...parts })
  })

  it.each([
    '',
    'text',
    'note: text',
    'x.y/path',
    'mailto:a@x.y',
    'C:\\Users',
    'https://',
    'https:///a',
    'https://a b/',
    'https://x.y:99999',
    'https://x.y:port',
    'https://x.y/a\nb',
    '1https://x.y',
    'https%3A%2F%2Fx.y',
  ])('are none of "%s"', (text) => {
    expect(uriParts(text)).toBeUndefined()
  })

  it('are never a reason to fail', () => {
    const pieces = fc.constantFrom(
      'https',
      '://',
      ':',
      '@',
      '/',
      '?',
      '#',
      '&',
      '=',
      '[',
      ']',
      '%',
      '%e4',
      'xn--',
      'a',
      '.',
      '8',
      '中',
    )
    fc.assert(
      fc.property(fc.array(pieces), (parts) => {
        const text = `https://${parts.join('')}`
        const { asciiHost = 'x.y', host = 'x.y' } = uriParts(text) ?? {}
        expect([asciiHost, host].every((name) => URL.canParse(`http://${name}`))).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('a host', () => {
  it.each([
    ['x.y', 'x.y'],
    ['xn--bcher-kva.example', 'bücher.example'],
    ['xn--fiq228c.com', '中文.com'],
    ['xn--e1afmkfd.xn--p1ai', 'пример.рф'],
    ['xn--mgbh0fb.xn--kgbechtv', 'مثال.إختبار'],
    ['xn--ls8h.la', '💩.la'],
    ['xn--fa-hia.de', 'faß.de'],
    ['xn--8.y', 'xn--8.y'],
    ['xn--99999999.y', 'xn--99999999.y'],
    ['xn--.y', 'xn--.y'],
  ])('%s reads %s', (ascii, host) => {
    expect(readableHost(ascii)).toBe(host)
  })

  it('is read as the browser would write it', () => {
    const letters = fc.string({
      unit: fc.constantFrom(...'abc019äöüßéñ中文字日本語русский한국어עברית😀🚀'),
      minLength: 1,
      maxLength: 15,
    })
    fc.assert(
      fc.property(letters, (label) => {
        const address = `http://${label}.y`
        fc.pre(URL.canParse(address))
        const ascii = new URL(address).hostname
        const host = readableHost(ascii)
        expect(new URL(`http://${host}`).hostname).toBe(ascii)
        expect(host).toBe(`${label.normalize('NFC').toLowerCase()}.y`)
      }),
    )
  })
})
