import { expect, it } from 'vitest'
import { dataElement, fillPage } from './consolePage.ts'
import { makeArtefact } from './testing/makeArtefact.ts'

const elementIn = (html: string) =>
  /<script type="application\/json" id="registry">(.*)<\/script>/.exec(html)?.[1] ?? ''

it('puts the registry into the page, without what a page has no use for', async () => {
  const { release } = await makeArtefact()
  const registry = { remotes: { logs: release }, previous: { logs: release }, withdrawn: ['logs@0.1.0'], seal: 'x' }
  const html = fillPage({ html: '<body><!--registry--></body>' }, registry)
  expect(html.startsWith('<body><script')).toBe(true)
  expect(JSON.parse(elementIn(html))).toEqual({ remotes: { logs: release } })
})

it('lets no text of an area close the element or act in a replacement', async () => {
  const evil = "</script><script>alert(1)</script>$&$'"
  const { release } = await makeArtefact({ release: { titles: { en: { page: evil }, 'zh-cn': { page: evil } } } })
  const html = fillPage({ html: 'a<!--registry-->b' }, { remotes: { logs: release } })
  expect(html.match(/<\/script>/g)).toHaveLength(1)
  expect(JSON.parse(elementIn(html))).toEqual({ remotes: { logs: release } })
  expect(dataElement('x', '<!--')).toBe('<script type="application/json" id="x">"\\u003c!--"</script>')
})
