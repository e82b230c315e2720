import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderTool } from '../../testing/renderTool.tsx'

afterEach(() => vi.unstubAllGlobals())

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name)
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const convert = (place: number) => screen.getAllByRole('button', { name: 'Convert' })[place]
const reading = (name: string) => screen.getByText(name, { selector: 'dt' }).nextSibling?.textContent
const recent = () => within(screen.getByRole('group', { name: 'Recent colors' })).getAllByRole('button')
const picker = () => screen.getByLabelText<HTMLInputElement>('Pick a color')

describe('the color converter', () => {
  it('shows how colors are written', async () => {
    await renderTool('color')
    expect([(await field('Hex')).placeholder, (await field('RGB')).placeholder]).toEqual(['#FFFFFF', '(255,255,255)'])
    expect(screen.getByText(/^Convert or pick a color/)).toBeTruthy()
  })

  it('converts hex by the button', async () => {
    const { actor, result } = await renderTool('color')
    await actor.type(await field('Hex'), '#3a53c9')
    expect([(await field('As RGB')).value, result()]).toEqual(['', ''])
    await actor.click(convert(0) ?? document.body)
    expect([(await field('As RGB')).value, result()]).toEqual(['rgb(58, 83, 201)', 'rgb(58, 83, 201)'])
  })

  it('converts RGB by the button', async () => {
    const { actor, result } = await renderTool('color')
    await actor.type(await field('RGB'), 'rgb(58, 83, 201)')
    await actor.click(convert(1) ?? document.body)
    expect([(await field('As Hex')).value, result()]).toEqual(['#3A53C9', '#3A53C9'])
  })

  it('converts either by Enter', async () => {
    const { actor } = await renderTool('color')
    await actor.type(await field('Hex'), 'ffffff{Enter}')
    expect((await field('As RGB')).value).toBe('rgb(255, 255, 255)')
    await actor.type(await field('RGB'), '(1,2,3){Enter}')
    expect((await field('As Hex')).value).toBe('#010203')
  })

  it('does not convert while an input method composes', async () => {
    await renderTool('color')
    const hex = await field('Hex')
    fireEvent.change(hex, { target: { value: '#ffffff' } })
    fireEvent.keyDown(hex, { key: 'Enter', isComposing: true })
    expect((await field('As RGB')).value).toBe('')
  })

  it('gives black for anything else, and says so quietly', async () => {
    const { actor, result } = await renderTool('color')
    await actor.type(await field('Hex'), 'red{Enter}')
    expect(result()).toBe('rgb(0, 0, 0)')
    expect(screen.getByText('Not six hex digits, so it is read as black.')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    await actor.type(await field('RGB'), '1,2{Enter}')
    expect(result()).toBe('#000000')
    expect(screen.getByText('Not three whole numbers, so it is read as black.')).toBeTruthy()
    expect(screen.queryByRole('group', { name: 'Recent colors' })).toBeNull()
  })

  it('checks no range, and names the nearest color', async () => {
    const { actor, result } = await renderTool('color')
    await actor.type(await field('RGB'), '256,-1,0{Enter}')
    expect(result()).toBe('#100-100')
    expect(screen.getByText('Outside 0 to 255, so this is no color. Nearest: #FF0000.')).toBeTruthy()
    expect(reading('HEX')).toBe('#FF0000')
  })

  it('shows the other names of a color and copies them', async () => {
    const { actor } = await renderTool('color', { state: { hex: '#3A53C9' } })
    await field('Hex')
    expect(['RGB', 'HSL', 'HSV', 'OKLCH', 'CSS'].map(reading)).toEqual([
      'rgb(58, 83, 201)',
      'hsl(229.5 57% 50.8%)',
      'hsv(229.5, 71.1%, 78.8%)',
      'oklch(49.53% 0.185 269.32)',
      'rgb(58 83 201)',
    ])
    await actor.click(button('Copy: OKLCH'))
    expect(await navigator.clipboard.readText()).toBe('oklch(49.53% 0.185 269.32)')
  })

  it('tells the contrast in numbers, shapes and words', async () => {
    await renderTool('color', { state: { hex: '#3A53C9' } })
    await field('Hex')
    const [white, black] = screen.getAllByRole('figure').map(({ textContent }) => textContent)
    expect(white).toBe('White textAaWhite text 6.44 : 1BetterLarge enoughAA enoughAAA too little')
    expect(black).toBe('Black textAaBlack text 3.26 : 1Large enoughAA too littleAAA too little')
  })

  it('takes colors from the picker, and remembers only the one chosen', async () => {
    const { result } = await renderTool('color')
    await field('Hex')
    fireEvent.input(picker(), { target: { value: '#112233' } })
    expect([(await field('Hex')).value, result()]).toEqual(['#112233', 'rgb(17, 34, 51)'])
    expect(screen.queryByRole('group', { name: 'Recent colors' })).toBeNull()
    act(() => void picker().dispatchEvent(new Event('change', { bubbles: true })))
    expect(recent().map(({ title }) => title)).toEqual(['#112233'])
  })

  it('offers to pick from the screen only where the browser can', async () => {
    const { actor } = await renderTool('color')
    await field('Hex')
    expect(screen.queryByRole('button', { name: 'From the screen' })).toBeNull()
    const answers = [
      () => Promise.resolve({ sRGBHex: '#aabbcc' }),
      () => Promise.reject(new DOMException('', 'AbortError')),
      () => Promise.reject(new Error('not allowed here')),
    ]
    const open = () => answers.shift()?.()
    vi.stubGlobal(
      'EyeDropper',
      class {
        open = open
      },
    )
    await actor.type(await field('Hex'), '0')
    await actor.click(button('From the screen'))
    expect((await field('Hex')).value).toBe('#AABBCC')
    await actor.click(button('From the screen'))
    expect([(await field('Hex')).value, screen.queryByRole('alert')]).toEqual(['#AABBCC', null])
    await actor.click(button('From the screen'))
    expect(screen.getByRole('alert').textContent).toBe('not allowed here')
  })

  it('goes back to recent colors', async () => {
    const { actor, result, remembered } = await renderTool('color', { state: { recent: ['#ffffff', 'x', '#00FF00'] } })
    await field('Hex')
    expect(recent().map(({ title }) => title)).toEqual(['#FFFFFF', '#00FF00'])
    await actor.click(button('#00FF00'))
    expect(result()).toBe('rgb(0, 255, 0)')
    expect(remembered()).toEqual({ hex: '#00FF00', rgb: '', last: 'hex', recent: ['#00FF00', '#FFFFFF'] })
  })

  it('copies the result and starts afresh', async () => {
    const { actor, remembered } = await renderTool('color')
    expect([(await field('Hex')).value, button('Clear').disabled, button('Copy the result').disabled]).toEqual([
      '',
      true,
      true,
    ])
    await actor.type(await field('RGB'), '255,0,0{Enter}')
    await actor.click(button('Copy the result'))
    expect(await navigator.clipboard.readText()).toBe('#FF0000')
    await actor.click(button('Clear'))
    expect(remembered()).toEqual({ hex: '', rgb: '', last: '', recent: [] })
    expect(screen.queryByRole('figure')).toBeNull()
  })

  it('speaks Chinese', async () => {
    await renderTool('color', { language: 'zh-cn', state: { hex: 'x' } })
    expect((await field('RGB 结果')).value).toBe('rgb(0, 0, 0)')
    expect(screen.getByText('不是六位十六进制数字，按黑色处理。')).toBeTruthy()
  })
})
