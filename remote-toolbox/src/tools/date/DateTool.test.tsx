import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderTool } from '../../testing/renderTool.tsx'

const NOW = Date.parse('2026-11-21T08:30:15.250Z')

const field = (name: 'Timestamp' | 'Date') => screen.getByLabelText<HTMLInputElement>(name)
const enter = (name: 'Timestamp' | 'Date') => fireEvent.keyDown(field(name), { key: 'Enter' })
const type = (name: 'Timestamp' | 'Date', value: string) => fireEvent.change(field(name), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const reading = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: NOW })
})
afterEach(() => {
  vi.useRealTimers()
})

const inUtc = { zone: 'UTC' }

async function open(options: Parameters<typeof renderTool>[1]) {
  const tool = await renderTool('date', options)
  await screen.findAllByRole('textbox')
  return tool
}

describe('the date converter', () => {
  it('shows the present in its placeholders and refreshes them every second', async () => {
    await open({ state: inUtc })
    expect(field('Timestamp').placeholder).toBe('1795249815')
    expect(field('Date').placeholder).toBe('2026-11-21 08:30:15')
    act(() => vi.advanceTimersByTime(1000))
    expect(field('Timestamp').placeholder).toBe('1795249816')
    expect(field('Date').placeholder).toBe('2026-11-21 08:30:16')
  })

  it('fills both fields by its buttons, a day being 86400 seconds', async () => {
    await open({ state: inUtc })
    press('Now')
    expect([field('Timestamp').value, field('Date').value]).toEqual(['1795249815', '2026-11-21 08:30:15'])
    press('Today')
    expect([field('Timestamp').value, field('Date').value]).toEqual(['1795219200', '2026-11-21 00:00:00'])
    press('+ 1 day')
    expect(field('Timestamp').value).toBe(String(1_795_219_200 + 86_400))
    press('− 1 day')
    press('− 1 day')
    expect([field('Timestamp').value, field('Date').value]).toEqual(['1795132800', '2026-11-20 00:00:00'])
  })

  it('converts a timestamp of ten digits as seconds on Enter, and not before', async () => {
    const { result } = await open({ state: inUtc })
    type('Timestamp', '1700000000')
    expect(field('Date').value).toBe('')
    enter('Timestamp')
    expect(field('Date').value).toBe('2023-11-14 22:13:20')
    expect(result()).toBe('2023-11-14 22:13:20')
    screen.getByText('Read as seconds, because it has ten digits.')
  })

  it('converts a date on Enter, and leaves Enter to an input method that composes', async () => {
    const { result } = await open({ state: inUtc })
    type('Date', '2026-W47-6')
    fireEvent.keyDown(field('Date'), { key: 'Enter', isComposing: true })
    expect(field('Timestamp').value).toBe('')
    enter('Date')
    expect(field('Timestamp').value).toBe('1795219200')
    expect(result()).toBe('1795219200')
    expect(field('Date').value).toBe('2026-W47-6')
  })

  it.each([
    ['1700000000123', 'Read as milliseconds, because it does not have ten digits.'],
    ['1700000000123456', 'Read as microseconds, because it has sixteen digits.'],
    ['1700000000123456789', 'Read as nanoseconds, because it has nineteen digits.'],
  ])('says while somebody types how it reads %s', async (text, said) => {
    await open({ state: inUtc })
    type('Timestamp', text)
    screen.getByText(said)
    enter('Timestamp')
    screen.getByText(said)
    expect(field('Date').value).toBe('2023-11-14 22:13:20')
  })

  it('says what is wrong below the field, leaves the other one, and has no result', async () => {
    const { result } = await open({ state: { ...inUtc, timestamp: '1700000000' } })
    type('Date', '2026-02-30')
    expect(screen.queryByRole('alert')).toBeNull()
    enter('Date')
    expect(screen.getByRole('alert').textContent).toBe('2026-02 has 28 days.')
    expect(field('Timestamp').value).toBe('1700000000')
    expect(result()).toBe('')
  })

  it('offers both moments of a time that clocks show twice', async () => {
    const { result, remembered } = await open({
      state: { date: '2026-10-25 02:30', zone: 'Europe/Berlin' },
    })
    screen.getByText(/Clocks in Europe\/Berlin show this time twice: on 2026-10-25, 03:00 becomes 02:00/)
    expect(result()).toBe('1792888200')
    fireEvent.click(screen.getByLabelText(/2026-10-25T02:30:00\+01:00/))
    expect(result()).toBe('1792891800')
    expect(remembered()).toMatchObject({ pick: 'later' })
  })

  it('offers both readings of a time that clocks skip, a whole day included', async () => {
    const { result } = await open({ state: { date: '2011-12-30 12:00', zone: 'Pacific/Apia' } })
    screen.getByText(/No clock in Pacific\/Apia shows this time: on 2011-12-30, 00:00 becomes 2011-12-31 00:00/)
    expect(result()).toBe('1325282400')
    fireEvent.click(screen.getByLabelText(/2011-12-29T12:00:00-10:00/))
    expect(result()).toBe('1325196000')
  })

  it('tells the week, the day of the year, the offset and daylight saving', async () => {
    await open({ state: { timestamp: '1782864000', zone: 'Europe/Berlin' } })
    expect(reading('ISO 8601')).toContain('2026-07-01T02:00:00+02:00')
    expect(reading('UTC')).toContain('2026-07-01T00:00:00Z')
    expect(reading('Milliseconds')).toContain('1782864000000')
    expect(reading('Week')).toContain('2026-W27-3')
    expect(reading('Day of year')).toContain('2026-182')
    expect(reading('Offset')).toContain('+02:00')
    expect(reading('DST')).toBe('In force: clocks are 1 hour ahead of standard time.')
    expect(reading('Next change')).toBe(
      '2026-10-25: 03:00 becomes 02:00, clocks go back by 1 hour. 116 days 1 hour later',
    )
  })

  it('says that the winter is the exception where the law has it so', async () => {
    await open({ state: { date: '2026-01-01', zone: 'Europe/Dublin' } })
    expect(reading('DST')).toContain('the law calls the summer standard time, and clocks are 1 hour behind it')
  })

  it('reads the same date in another zone when that is chosen, and keeps the moment of a timestamp', async () => {
    const first = await open({ state: { date: '2026-11-21', zone: 'Asia/Kolkata' } })
    expect(first.result()).toBe('1795199400')
    first.unmount()
    // What a link says of the other field is not believed.
    const second = await open({ state: { timestamp: '1795199400', date: 'stale', zone: 'UTC' } })
    expect(second.result()).toBe('2026-11-20 18:30:00')
    expect(field('Date').value).toBe('2026-11-20 18:30:00')
  })

  it('counts what was chosen', async () => {
    const { result } = await open({ state: { ...inUtc, date: '2026-11-21' } })
    fireEvent.click(screen.getByLabelText('ms'))
    expect(result()).toBe('1795219200000')
  })

  it('starts afresh on request, in the same zone', async () => {
    const { result, remembered } = await open({ state: { ...inUtc, timestamp: '1700000000' } })
    press('Clear')
    expect([field('Timestamp').value, field('Date').value, result()]).toEqual(['', '', ''])
    expect(remembered()).toMatchObject({ timestamp: '', date: '', zone: 'UTC' })
    expect(screen.getByRole('button', { name: 'Clear' }).hasAttribute('disabled')).toBe(true)
  })

  it('survives whatever a link says', async () => {
    const state = { timestamp: '9'.repeat(30), unit: 'weeks', zone: 'Mars/Olympus', from: '?', pick: '!' }
    await open({ state })
    expect(screen.getByRole('alert').textContent).toContain('Time ends there')
  })

  it('says where time ends', async () => {
    await open({ state: { ...inUtc, timestamp: '8640000000000', unit: 's' } })
    press('+ 1 day')
    expect(within(screen.getByRole('alert')).getByText(/Time ends there/)).toBeTruthy()
    expect(field('Timestamp').value).toBe('8640000000000')
  })

  it('speaks Chinese', async () => {
    await open({ state: { ...inUtc, timestamp: '1700000000' }, language: 'zh-cn' })
    screen.getByText('十位数字，按秒读取。')
    expect(reading('日')).toContain('2023年11月14日星期二')
  })
})
