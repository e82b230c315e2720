import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderTool } from '../../testing/renderTool.tsx'

const ENCODED = 'Encoded text'
const DECODED = 'Decoded text'
const area = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name })
const write = (name: string, value: string) => fireEvent.change(area(name), { target: { value } })
/** What is seen of a choice; its radio button takes no clicks itself. */
const choice = (name: string) => screen.getByText(name)
const parts = () => screen.queryByRole('region', { name: 'Parts of the address' })

async function open(state?: Parameters<typeof renderTool>[1]) {
  const page = await renderTool('uri', state)
  await screen.findByRole('radio', { name: 'Decode' })
  return page
}

describe('the URI tool', () => {
  it('decodes like decodeURI while somebody types', async () => {
    const page = await open()
    await page.actor.click(area(ENCODED))
    await page.actor.paste('a%20b%2F%E4%B8%AD')
    expect(area(DECODED).value).toBe('a b%2F中')
    expect(page.result()).toBe('a b%2F中')
    expect(screen.getByText('Marks of an address stay encoded, such as %2F. One part decodes these, too.')).toBeTruthy()
    await page.actor.clear(area(ENCODED))
    expect([area(DECODED).value, page.result()]).toEqual(['', ''])
  })

  it('decodes one part like decodeURIComponent', async () => {
    const page = await open({ state: { text: 'a%20b%2F+' } })
    await page.actor.click(choice('One part'))
    expect(area(DECODED).value).toBe('a b/+')
    expect(screen.getByText('decodeURIComponent')).toBeTruthy()
    await page.actor.click(screen.getByRole('checkbox', { name: '+ is a space' }))
    expect(area(DECODED).value).toBe('a b/ ')
  })

  it('encodes whole addresses and parts of them', async () => {
    const page = await open({ state: { text: 'https://x.y/é?a b' } })
    await page.actor.click(choice('Encode'))
    expect(area(ENCODED).value).toBe('https://x.y/%C3%A9?a%20b')
    await page.actor.click(choice('One part'))
    expect(page.result()).toBe('https%3A%2F%2Fx.y%2F%C3%A9%3Fa%20b')
    await page.actor.click(screen.getByRole('checkbox', { name: '+ is a space' }))
    expect(page.result()).toBe('https%3A%2F%2Fx.y%2F%C3%A9%3Fa+b')
  })

  it('never breaks on what is malformed: it says where, goes there, and decodes the rest', async () => {
    const page = await open()
    write(ENCODED, '%41\n100%, %E4%B8 %42')
    expect(area(DECODED).value).toBe('A\n100%, %E4%B8 B')
    expect(screen.getByText('2 flaws. What cannot be read stays as it is written.')).toBeTruthy()
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Line 2, column 4100%, %E4%B8 %42Two hexadecimal digits must follow the percent sign.',
      'Line 2, column 7100%, %E4%B8 %42These bytes are not UTF-8.',
    ])
    await page.actor.click(screen.getByRole('button', { name: 'Line 2, column 7' }))
    const { value, selectionStart, selectionEnd } = area(ENCODED)
    expect(value.slice(selectionStart, selectionEnd)).toBe('%E4%B8')
  })

  it('points out half a pair that cannot be encoded', async () => {
    await open({ state: { direction: 'encode', text: 'é\ud83d' } })
    expect(area(ENCODED).value).toBe('%C3%A9\ud83d')
    expect(screen.getByText('Half of a surrogate pair: no character by itself.')).toBeTruthy()
  })

  it.each([
    ['decode', '%2520', 'Still holds encoded characters: it was encoded more than once.'],
    ['encode', '%20', 'The text holds encoded characters already: they are encoded once more.'],
  ])('says what may surprise when a text is to %s', async (direction, text, note) => {
    await open({ state: { direction, text } })
    expect(screen.getByText(note)).toBeTruthy()
  })

  it('takes an address to pieces, whatever else it does with it', async () => {
    await open({ state: { text: 'https://Ann@例え.jp:8443/a%20b?q=1+2&tag=%C3%A9&tag=#top' } })
    const region = parts() ?? document.body
    const terms = within(region).getAllByRole('term')
    const values = within(region).getAllByRole('definition')
    expect(terms.map(({ textContent }, at) => [textContent, values[at]?.textContent])).toEqual([
      ['Scheme', 'https'],
      ['User', 'Ann'],
      ['Host', '例え.jp'],
      ['Punycode', 'xn--r8jz45g.jp'],
      ['Port', '8443'],
      ['Path', '/a b'],
      ['Fragment', 'top'],
    ])
    const rows = within(region).getAllByRole('row').slice(1)
    expect(rows.map(({ textContent }) => textContent)).toEqual(['q1 2', 'tagé', 'tag'])
    write(ENCODED, 'no address')
    expect(parts()).toBeNull()
  })

  it('takes an address to pieces that was encoded as one part of another', async () => {
    await open({ state: { scope: 'component', text: 'https%3A%2F%2Fx.y%2Fz' } })
    expect(within(parts() ?? document.body).getByText('x.y')).toBeTruthy()
    expect(screen.getByText('by default')).toBeTruthy()
  })

  it('makes the output the input of the other direction, and back', async () => {
    const page = await open({ state: { text: '%C3%A9' } })
    await page.actor.click(screen.getByRole('button', { name: 'Swap' }))
    expect([area(DECODED).value, area(ENCODED).value]).toEqual(['é', '%C3%A9'])
    expect(page.remembered()).toMatchObject({ text: 'é', direction: 'encode' })
    await page.actor.click(screen.getByRole('button', { name: 'Swap' }))
    expect(area(DECODED).value).toBe('é')
  })

  it('is cleared', async () => {
    const page = await open({ state: { text: 'https://x.y/%zz' } })
    await page.actor.click(screen.getByRole('button', { name: 'Clear' }))
    expect([area(ENCODED).value, area(DECODED).value, page.result()]).toEqual(['', '', ''])
    expect(parts()).toBeNull()
    expect(screen.queryAllByRole('listitem')).toEqual([])
  })

  it('makes the best of a link that somebody wrote by hand', async () => {
    await open({ state: { direction: 'x', scope: 'y', text: '%41%2F' } })
    expect(area(DECODED).value).toBe('A%2F')
  })

  it('speaks Chinese', async () => {
    await renderTool('uri', { language: 'zh-cn', state: { text: '%zz' } })
    expect(await screen.findByText('第 1 行，第 1 列')).toBeTruthy()
  })
})
