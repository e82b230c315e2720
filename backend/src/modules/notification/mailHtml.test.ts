import { describe, expect, it } from 'vitest'
import { mailHtml } from './mailHtml.ts'

const LINK = 'https://console.example.com/#/monitor/detail/4'
const mail = (text: string, language: 'en' | 'zh-cn' = 'en') => mailHtml({ title: 'shop', text, language, link: LINK })

describe('the page of a mail', () => {
  it('is a table whose rows are named, in the language of the notice', () => {
    const html = mail('Monitor: shop\nState: cannot be reached\nDetail: web-1: exit 1\n> second line\n> third')
    expect(html).toContain('<html lang="en">')
    expect(html.match(/<th scope="row"[^>]*>[^<]*/g)?.map((cell) => cell.replace(/<[^>]*>/, ''))).toEqual([
      'Monitor',
      'State',
      'Detail',
    ])
    expect(html).toMatch(/<td[^>]*>web-1: exit 1\nsecond line\nthird<\/td>/)
    expect(mail('监控: 商店\n状态：无法访问', 'zh-cn')).toMatch(/lang="zh-CN".*<th[^>]*>监控<.*<th[^>]*>状态</s)
  })

  it('leads to the console and nowhere else', () => {
    const html = mail(`Open in the console: ${LINK}\nDetail: https://evil.example/x\nsee https://evil.example`)
    expect(html.match(/<a [^>]*>/g)).toEqual([`<a href="${LINK}">`])
    expect(html).not.toMatch(/<(img|link|script|style|iframe)|src=|url\(|@import/i)
  })

  it.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='x",
    '&lt;b&gt; &#60;',
    '</td></table></body>',
  ])('shows %j as it was written', (hostile) => {
    const calm = mail('Detail: calm\n> calm')
    const html = mailHtml({ title: hostile, text: `Detail: ${hostile}\n> ${hostile}`, language: 'en', link: LINK })
    const tags = (page: string) => page.match(/<[^>]*>/g)
    expect(tags(html)).toEqual(tags(calm))
    const shown = html
      .replace(/<[^>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&')
    expect(shown).toContain(`${hostile}\n${hostile}`)
  })

  it('leaves no empty lines and keeps words without a label', () => {
    expect(
      mail('one sentence\n\nanother')
        .match(/<p [^>]*>[^<]*/g)
        ?.map((line) => line.replace(/<[^>]*>/, '')),
    ).toEqual(['one sentence', 'another'])
  })
})
