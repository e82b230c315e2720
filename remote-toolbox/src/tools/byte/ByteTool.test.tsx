import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderTool } from '../../testing/renderTool.tsx'

const amount = () => screen.findByLabelText<HTMLInputElement>('Amount')
const size = () => screen.getByLabelText<HTMLInputElement>('Size')
const button = (name: string) => screen.getByRole('button', { name })
const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(`^${name} `) }).textContent

describe('the byte converter', () => {
  it('converts by the button', async () => {
    const { actor, result } = await renderTool('byte')
    await actor.type(await amount(), '1536')
    expect([size().value, result()]).toEqual(['', ''])
    await actor.click(button('Convert'))
    expect([size().value, result()]).toEqual(['1.5 KB', '1.5 KB'])
  })

  it('converts by Enter, in the chosen unit', async () => {
    const { actor } = await renderTool('byte')
    await actor.click(await screen.findByTitle('MB'))
    await actor.type(await amount(), '1536{Enter}')
    expect(size().value).toBe('1.5 GB')
    await actor.click(screen.getByTitle('KB'))
    expect(size().value).toBe('1.5 MB')
  })

  it('does not leave an old size beside a new amount', async () => {
    const { actor, result } = await renderTool('byte', { state: { amount: '1', unit: 'MB' } })
    expect((await amount()).value).toBe('1')
    expect(size().value).toBe('1 MB')
    await actor.type(await amount(), '0')
    expect([size().value, result(), screen.queryByRole('table')]).toEqual(['', '', null])
  })

  it('shows zero as 0 B', async () => {
    const { actor } = await renderTool('byte')
    await actor.type(await amount(), '0{Enter}')
    expect(size().value).toBe('0 B')
  })

  it('converts back what is typed as a size', async () => {
    const { actor, result, remembered } = await renderTool('byte', { state: { unit: 'KB' } })
    await amount()
    await actor.type(size(), '1.5 gib')
    expect((await amount()).value).toBe('1572864')
    expect(result()).toBe('1.5 gib')
    expect(remembered()).toEqual({ amount: '1572864', unit: 'KB' })
    expect(screen.getByText('1,610,612,736')).toBeTruthy()
  })

  it('keeps every digit and shows all units', async () => {
    const { actor } = await renderTool('byte')
    await actor.type(await amount(), '9007199254740993{Enter}')
    expect(screen.getByText('9,007,199,254,740,993')).toBeTruthy()
    expect(screen.getAllByRole('row')).toHaveLength(16)
    expect(rowOf('KB KiB')).toBe('KB KiB≈ 8,796,093,022,208')
    expect(rowOf('PB PiB')).toBe('PB PiB≈ 8')
    expect(rowOf('PB 10¹⁵')).toBe('PB 10¹⁵≈ 9.007199')
    await actor.click(button('Copy: TB TiB'))
    expect(await navigator.clipboard.readText()).toBe('8192.0000000000009094947017729282379150390625')
  })

  it('writes what fits no column with an exponent', async () => {
    await renderTool('byte', { state: { amount: '-123456789012345678901.25', unit: 'MB' } })
    expect((await amount()).value).toBe('-123456789012345678901.25')
    expect(size().value).toBe('-107 YB')
    expect(rowOf('MB MiB')).toBe('MB MiB≈ -1.234568e+20')
    expect(rowOf('TB TiB')).toBe('TB TiB≈ -117,737,568,867,059')
  })

  it('says what it cannot read', async () => {
    const { actor, result } = await renderTool('byte')
    await actor.type(await amount(), '1,5{Enter}')
    expect(screen.getByRole('alert').textContent).toBe('Not a number. Write it as 1536 or 1.5.')
    await actor.clear(await amount())
    await actor.type(await amount(), '1e999999999{Enter}')
    expect(screen.getByRole('alert').textContent).toBe('Too long: at most 1000 digits.')
    await actor.type(size(), 'much')
    expect(screen.getByRole('alert').textContent).toBe('Not a size. Write it as 1.5 GB.')
    expect(result()).toBe('')
  })

  it('copies the size and starts afresh', async () => {
    const { actor, remembered } = await renderTool('byte')
    expect(await screen.findByRole('button', { name: 'Copy the result' })).toHaveProperty('disabled', true)
    expect(button('Clear')).toHaveProperty('disabled', true)
    await actor.type(await amount(), '2048{Enter}')
    await actor.click(button('Copy the result'))
    expect(await navigator.clipboard.readText()).toBe('2 KB')
    await actor.click(button('Clear'))
    expect([(await amount()).value, size().value]).toEqual(['', ''])
    expect(remembered()).toEqual({ amount: '', unit: 'B' })
  })

  it('takes nothing but its units from a link', async () => {
    await renderTool('byte', { state: { amount: '1', unit: 'constructor' } })
    await amount()
    expect(screen.getByRole('radio', { name: 'B', checked: true })).toBeTruthy()
    expect(size().value).toBe('1 B')
  })

  it('speaks Chinese', async () => {
    await renderTool('byte', { language: 'zh-cn', state: { amount: '1024' } })
    expect((await screen.findByLabelText<HTMLInputElement>('大小')).value).toBe('1 KB')
    expect(screen.getByText('按 1000 进位')).toBeTruthy()
  })
})
