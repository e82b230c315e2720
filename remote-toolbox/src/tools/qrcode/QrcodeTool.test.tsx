import { fireEvent, screen, waitFor } from '@testing-library/react'
import jsQr from 'jsqr'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderTool } from '../../testing/renderTool.tsx'

afterEach(() => vi.restoreAllMocks())

const text = () => screen.findByLabelText<HTMLTextAreaElement>('Text')
const size = () => screen.getByLabelText<HTMLInputElement>('Size')
const picture = (name = /^QR code: /) => screen.getByRole('img', { name })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
/** Typing thousands of letters takes minutes. */
const write = async (value: string) => fireEvent.change(await text(), { target: { value } })

/** What a scanner reads from an SVG file of ours. */
function scanned(svg: string): string | undefined {
  const side = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1])
  const scale = 4
  const pixels = new Uint8ClampedArray((side * scale) ** 2 * 4).fill(255)
  for (const [, x, y, width] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h/g)) {
    for (let line = 0; line < scale; line += 1) {
      const start = (Number(y) * scale + line) * side * scale + Number(x) * scale
      for (let pixel = start; pixel < start + Number(width) * scale; pixel += 1)
        pixels.fill(0, pixel * 4, pixel * 4 + 3)
    }
  }
  return jsQr(pixels, side * scale, side * scale)?.data
}

/** The files that the browser was asked to save. */
function savedFiles() {
  const files: { name: string; content: Blob | MediaSource }[] = []
  let content: Blob | MediaSource = new Blob()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((given) => {
    content = given
    return 'blob:file'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, content })
  })
  return files
}

describe('the QR code tool', () => {
  it('starts with a sentence and nothing to save', async () => {
    const { result } = await renderTool('qrcode')
    expect((await text()).value).toBe('')
    expect(screen.getByText(/^Type or paste a text/)).toBeTruthy()
    expect([screen.queryByRole('img', { name: /QR code/ }), result()]).toEqual([null, ''])
    expect(['Save PNG', 'Save SVG', 'Copy SVG', 'Clear'].map((name) => button(name).disabled)).not.toContain(false)
  })

  it('draws while somebody types, 200 px wide at level M', async () => {
    const { actor, result } = await renderTool('qrcode')
    await actor.type(await text(), 'Deploy 部署 🚀')
    expect(size().value).toBe('200')
    expect(screen.getByRole('radio', { name: 'M', checked: true })).toBeTruthy()
    expect(picture().getAttribute('aria-label')).toBe('QR code: Deploy 部署 🚀')
    expect([picture().getAttribute('width'), picture().getAttribute('viewBox')]).toEqual(['200', '0 0 33 33'])
    expect(scanned(result())).toBe('Deploy 部署 🚀')
    expect(screen.getByText('Version 2, 25 × 25 modules')).toBeTruthy()
    expect(screen.getByText('18 of 26 bytes, 69% full')).toBeTruthy()
  })

  it('draws for other levels and sizes', async () => {
    const { actor, result, remembered } = await renderTool('qrcode', { state: { text: '12345' } })
    await text()
    await actor.click(screen.getByTitle('H'))
    fireEvent.change(size(), { target: { value: '320' } })
    expect(picture().getAttribute('width')).toBe('320')
    expect(result()).toContain('width="320" height="320"')
    expect(screen.getByText('5 of 17 digits, 29% full')).toBeTruthy()
    expect(remembered()).toEqual({ text: '12345', size: 320, level: 'H' })
  })

  it.each(['49', '1001', '', '-5'])('keeps the last size while %j is typed, and says the bounds', async (typed) => {
    await renderTool('qrcode', { state: { text: 'a', size: 300 } })
    await text()
    fireEvent.change(size(), { target: { value: typed } })
    expect(screen.getByRole('alert').textContent).toBe('A whole number from 50 to 1000.')
    expect(picture().getAttribute('width')).toBe('300')
    fireEvent.change(size(), { target: { value: '50' } })
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('says by how much a text is too long, keeps the last picture and offers the level that still fits', async () => {
    const { actor, result } = await renderTool('qrcode')
    await write('short')
    await write('a'.repeat(2451))
    const alert = screen.getByRole('alert').textContent
    expect(alert).toContain('Too long by 120 bytes: level M holds 2,331 bytes of such text.')
    expect(alert).toContain('Level L would still hold it.')
    const old = picture(/last picture that fitted/)
    expect([old.getAttribute('viewBox'), old.closest('figure')?.dataset['stale']]).toEqual(['0 0 29 29', 'true'])
    expect([result(), button('Save PNG').disabled, button('Copy SVG').disabled]).toEqual(['', true, true])
    await actor.click(button('Use level L'))
    expect([screen.queryByRole('alert'), document.activeElement]).toEqual([null, await text()])
    expect(picture().getAttribute('viewBox')).toBe('0 0 173 173')
  })

  it('says when no level holds a text', async () => {
    await renderTool('qrcode')
    await write('7'.repeat(7090))
    const alert = screen.getByRole('alert').textContent
    expect(alert).toContain('Too long by 1,494 digits: level M holds 5,596 digits.')
    expect(alert).toContain('No lower level would hold it either: shorten the text.')
    expect(screen.queryByRole('button', { name: /Use level/ })).toBeNull()
    expect(screen.getByText('There is no picture of a text this long.')).toBeTruthy()
  })

  it('warns when the picture is too small for its text, and enlarges it', async () => {
    const { actor } = await renderTool('qrcode', { state: { size: 50 } })
    await write('a'.repeat(200))
    expect(screen.getByText(/^Too small for so much text/)).toBeTruthy()
    expect([button('Save PNG').disabled, button('Save SVG').disabled]).toEqual([true, false])
    await actor.click(button('Use 130 px'))
    expect([size().value, document.activeElement]).toEqual(['130', size()])
    expect(button('Save PNG').disabled).toBe(false)
    fireEvent.change(size(), { target: { value: '129' } })
    expect(screen.getByText(/^Hard to scan/)).toBeTruthy()
  })

  it('saves both files', async () => {
    const { actor, result } = await renderTool('qrcode', { state: { text: 'saved', size: 64 } })
    await text()
    const files = savedFiles()
    await actor.click(button('Save SVG'))
    await actor.click(button('Save PNG'))
    await waitFor(() => expect(files.map(({ name }) => name)).toEqual(['qrcode.svg', 'qrcode.png']))
    const [svg, png] = files.map(({ content }) => content)
    if (!(svg instanceof Blob && png instanceof Blob)) throw new Error('no files')
    expect([svg.type, png.type]).toEqual(['image/svg+xml', 'image/png'])
    expect(await svg.text()).toBe(result())
    expect(new DataView(await png.arrayBuffer()).getUint32(16)).toBe(64)
  })

  it('copies the SVG, and the picture where the browser can', async () => {
    const { actor, result } = await renderTool('qrcode', { state: { text: 'copied' } })
    await text()
    await actor.click(button('Copy SVG'))
    expect(await navigator.clipboard.readText()).toBe(result())
    await actor.click(button('Copy picture'))
    expect(await screen.findByText('Picture copied')).toBeTruthy()
    const [item] = await navigator.clipboard.read()
    expect(item?.types).toEqual(['image/png'])
  })

  it('says when the browser refuses to copy the picture', async () => {
    const { actor } = await renderTool('qrcode', { state: { text: 'refused' } })
    await text()
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    vi.spyOn(navigator.clipboard, 'write').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
    await actor.click(button('Copy picture'))
    expect(await screen.findByText('The browser refused to copy the picture. Save it instead.')).toBeTruthy()
  })

  it('starts afresh', async () => {
    const { actor, remembered } = await renderTool('qrcode', { state: { text: 'x', size: 90, level: 'Q' } })
    await text()
    await actor.click(button('Clear'))
    expect([(await text()).value, size().value]).toEqual(['', '200'])
    expect(remembered()).toEqual({ text: '', size: 200, level: 'M' })
  })

  it('takes no size or level from outside that it does not know', async () => {
    await renderTool('qrcode', { state: { text: 'x', size: 1e9, level: 'Z' } })
    await text()
    expect([size().value, picture().getAttribute('width')]).toEqual(['200', '200'])
    expect(screen.getByRole('radio', { name: 'M', checked: true })).toBeTruthy()
  })

  it('speaks Chinese', async () => {
    await renderTool('qrcode', { language: 'zh-cn', state: { text: '部署' } })
    expect(await screen.findByRole('img', { name: '二维码：部署' })).toBeTruthy()
    expect(screen.getByText('版本 1，21 × 21 模块')).toBeTruthy()
  })
})
