import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderTool } from '../../testing/renderTool.tsx'

const area = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name })
const write = (name: string, value: string) => fireEvent.change(area(name), { target: { value } })
const rows = () =>
  within(screen.getByRole('region', { name: 'Characters' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    )

async function open(state?: Parameters<typeof renderTool>[1]) {
  const page = await renderTool('unicode', state)
  await screen.findByRole('radio', { name: 'Decode' })
  return page
}

describe('the unicode tool', () => {
  it('decodes while somebody types', async () => {
    const page = await open()
    await page.actor.click(area('Escaped text'))
    await page.actor.paste('\\u4e2d\\u6587 \\ud83d\\ude00 \\u{41} %E4%B8%AD')
    expect(area('Text').value).toBe('中文 😀 A 中')
    expect(page.result()).toBe('中文 😀 A 中')
    expect(area('Text').readOnly).toBe(true)
    await page.actor.clear(area('Escaped text'))
    expect([area('Text').value, page.result()]).toEqual(['', ''])
  })

  it.each([
    ['\\uXXXX', '\\u00e9 \\ud83d\\ude00'],
    ['\\u{X}', '\\u{e9} \\u{1f600}'],
    ['U+XXXX', 'U+00E9 U+0020 U+1F600'],
    ['&#xX;', '&#xE9; &#x1F600;'],
  ])('encodes as %s', async (style, encoded) => {
    const page = await open({ state: { direction: 'encode' } })
    await page.actor.click(screen.getByText(style))
    write('Text', 'é 😀')
    expect(area('Escaped text').value).toBe(encoded)
    expect(page.result()).toBe(encoded)
  })

  it('encodes ASCII when asked to', async () => {
    const page = await open({ state: { direction: 'encode', text: 'a' } })
    expect(area('Escaped text').value).toBe('a')
    await page.actor.click(screen.getByRole('checkbox', { name: 'ASCII, too' }))
    expect(area('Escaped text').value).toBe('\\u0061')
  })

  it('says what it cannot read and where, and goes there', async () => {
    const page = await open()
    write('Escaped text', 'a\nb \\u12 \\u0041 %FF')
    expect(area('Text').value).toBe('a\nb \\u12 A %FF')
    expect(screen.getByText('2 flaws. What cannot be read stays as it is written.')).toBeTruthy()
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Line 2, column 3b \\u12 \\u0041 %FFHexadecimal digits are missing.',
      'Line 2, column 15…\\u12 \\u0041 %FFThese bytes are not UTF-8.',
    ])
    expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['\\u12', '%FF'])
    await page.actor.click(screen.getByRole('button', { name: 'Line 2, column 15' }))
    const { value, selectionStart, selectionEnd } = area('Escaped text')
    expect(value.slice(selectionStart, selectionEnd)).toBe('%FF')
    expect(document.activeElement).toBe(area('Escaped text'))
  })

  it('keeps half a pair and points it out', async () => {
    await open({ state: { text: 'x\\ud83d' } })
    expect(area('Text').value).toBe('x\ud83d')
    expect(screen.getByText('Half of a surrogate pair: no character by itself.')).toBeTruthy()
    expect(screen.getByText('Copied, half a pair becomes �, because no encoding has it.')).toBeTruthy()
    expect(rows().at(-1)).toEqual(['·', 'U+D83D', 'Half a pair', 'none'])
  })

  it('shows no more flaws than anybody reads', async () => {
    await open({ state: { text: '%FF '.repeat(25) } })
    expect(screen.getAllByRole('listitem')).toHaveLength(10)
    expect(screen.getByText('and 15 more')).toBeTruthy()
  })

  it('asks how bytes are meant only where that matters', async () => {
    const page = await open({ state: { text: '\\x41' } })
    expect(screen.queryByRole('checkbox', { name: '\\x as UTF-8 bytes' })).toBeNull()
    write('Escaped text', '\\xE4\\xB8\\xAD')
    expect(area('Text').value).toBe('\u00e4\u00b8\u00ad')
    await page.actor.click(screen.getByRole('checkbox', { name: '\\x as UTF-8 bytes' }))
    expect(area('Text').value).toBe('中')
  })

  it('says what each character is', async () => {
    await open({ state: { text: '\\u4e2d\\u200dA\\u0301' } })
    expect(rows()).toEqual([
      ['中', 'U+4E2D', 'Letter · Han', 'E4 B8 AD'],
      ['·', 'U+200D', 'Format', 'E2 80 8D'],
      ['A', 'U+0041', 'Uppercase · Latin', '41'],
      ['◌\u0301', 'U+0301', 'Combining mark', 'CC 81'],
    ])
  })

  it('says it of the first characters of a long text', async () => {
    await open({ state: { text: 'a'.repeat(65) } })
    expect(rows()).toHaveLength(64)
    expect(screen.getByText('The first 64 characters.')).toBeTruthy()
  })

  it('makes the output the input of the other direction, and back', async () => {
    const page = await open({ state: { text: '\\u00e9 é' } })
    await page.actor.click(screen.getByRole('button', { name: 'Swap' }))
    expect([area('Text').value, area('Escaped text').value]).toEqual(['é é', '\\u00e9 \\u00e9'])
    expect(page.remembered()).toMatchObject({ text: 'é é', direction: 'encode' })
    await page.actor.click(screen.getByRole('button', { name: 'Swap' }))
    expect([area('Escaped text').value, area('Text').value]).toEqual(['\\u00e9 \\u00e9', 'é é'])
  })

  it('is cleared', async () => {
    const page = await open({ state: { text: '\\u12' } })
    await page.actor.click(screen.getByRole('button', { name: 'Clear' }))
    expect([area('Escaped text').value, area('Text').value, page.result()]).toEqual(['', '', ''])
    expect(screen.queryByRole('region', { name: 'Characters' })).toBeNull()
    expect(screen.queryAllByRole('listitem')).toEqual([])
  })

  it('makes the best of a link that somebody wrote by hand', async () => {
    await open({ state: { direction: 'sideways', style: 'toString', text: '\\u0041' } })
    expect(area('Text').value).toBe('A')
    await open({ state: { direction: 'encode', style: 'toString', text: 'é' } })
    expect(area('Escaped text').value).toBe('\\u00e9')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '\\uXXXX' }).checked).toBe(true)
  })

  it('speaks Chinese, scripts included', async () => {
    await renderTool('unicode', { language: 'zh-cn', state: { text: 'A' } })
    expect(await screen.findByText(/^大写字母 · 拉丁文$/)).toBeTruthy()
  })
})
