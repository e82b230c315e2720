import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderTool } from '../../testing/renderTool.tsx'

const NOW = Date.parse('2026-11-21T08:30:15.250Z')

async function open(options: Parameters<typeof renderTool>[1] = {}) {
  const tool = await renderTool('cron', { ...options, state: { zone: 'UTC', ...options.state } })
  await screen.findAllByRole('textbox')
  return tool
}

const field = () => screen.getByLabelText<HTMLInputElement>('Expression')
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const shown = () => screen.getByRole('status').textContent
const runs = () =>
  within(screen.getByRole('region', { name: 'Next runs' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: NOW })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('the crontab explainer', () => {
  it('asks for five fields', async () => {
    await open()
    expect(field().placeholder).toBe('* * * * *')
  })

  it.each(['en', 'zh-cn'] as const)(
    'describes in Simplified Chinese, also where the console speaks %s',
    async (language) => {
      const { result } = await open({ language })
      fireEvent.change(screen.getByRole('textbox'), { target: { value: '*/5 * * * *' } })
      expect(result()).toBe('')
      press(language === 'en' ? 'Convert' : /转\s?换/)
      expect(shown()).toBe('每隔 5 分钟')
      expect(result()).toBe('每隔 5 分钟')
    },
  )

  it('converts by Enter, but not while an input method composes', async () => {
    const { result } = await open()
    type('0 9 * * 1-5')
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })
    expect(result()).toBe('')
    fireEvent.keyDown(field(), { key: 'Enter' })
    expect(result()).toBe('在上午 09:00, 星期一至星期五')
  })

  it('shows English beside it when asked', async () => {
    const { result, remembered } = await open({ state: { expression: '*/5 * * * *' } })
    fireEvent.click(screen.getByRole('switch', { name: 'English' }))
    expect(shown()).toBe('每隔 5 分钟Every 5 minutes')
    expect(result()).toBe('每隔 5 分钟')
    expect(remembered()).toMatchObject({ isEnglish: true })
  })

  it('leaves the result as it is where an expression cannot be read, logs it, and says where it is wrong', async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const { result, remembered } = await open({ state: { expression: '*/5 * * * *' } })
    type('0 25 * * *')
    expect(screen.queryByRole('alert')).toBeNull()
    press('Convert')
    expect(shown()).toBe('每隔 5 分钟')
    expect(result()).toBe('每隔 5 分钟')
    expect(remembered()).toMatchObject({ expression: '0 25 * * *', described: '*/5 * * * *' })
    expect(log).toHaveBeenCalledWith(
      'An error occured when generating the expression description. Check the cron expression syntax.',
      expect.objectContaining({ expression: '0 25 * * *', key: 'range', field: 'hour', start: 2, end: 4 }),
    )
    expect(screen.getByRole('alert').textContent).toBe('Hour: A value is 0 to 23. Characters 3 to 4.')
    expect(document.querySelector('mark')?.textContent).toBe('25')
    // Typing on takes the complaint back.
    type('0 2 * * *')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each([
    ['', 'Enter an expression, such as */10 * * * *.'],
    ['* * * *', 'An expression has five to seven parts, and this one only 4.'],
    ['* * * * * * * *', 'An expression has five to seven parts, and this one 8. Character 15.'],
    ['*/0 * * * *', 'Minute: A step is at least 1. Character 3.'],
    ['0 0 * * 8', 'Week: A value is 0 to 7. Character 9.'],
    ['@sometimes', /^The names are @yearly .* Characters 1 to 10\.$/],
  ])('says what is wrong with "%s"', async (text, said) => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    await open()
    type(text)
    press('Convert')
    expect(screen.getByRole('alert').textContent).toMatch(said)
  })

  it('shows the next ten runs in the zone, and plans anew when one of them is over', async () => {
    await open({ state: { expression: '*/10 * * * *', zone: 'Asia/Kolkata' } })
    expect(runs()).toHaveLength(10)
    expect(runs()[0]).toBe('2026-11-21 14:10Satin 9 min 44 sec')
    act(() => vi.advanceTimersByTime(10 * 60_000))
    expect(runs()).toHaveLength(10)
    expect(runs()[0]).toContain('2026-11-21 14:20')
  })

  it('counts hours instead of promising a tomorrow', async () => {
    await open({ state: { expression: '0 2 * * MON' } })
    expect(runs()[0]).toBe('2026-11-23 02:00Monin 1 day 17 hr')
  })

  it.each([
    ['30 2 28 3 *', 'Clocks leap over its time this day: it runs as soon as they have. +02:00'],
    ['30 2 31 10 *', 'Clocks show this time twice: it runs the first time only, +02:00'],
  ])('says what daylight saving does to "%s"', async (expression, said) => {
    await open({ state: { expression, zone: 'Europe/Berlin' } })
    expect(runs()[0]).toContain(said)
  })

  it.each([
    ['0 0 30 2 *', 'It never runs: there is no such day.'],
    ['0 0 0 1 1 * 2020', 'It never runs again: its years are over.'],
    ['@reboot', 'It runs when the machine starts, which no clock can tell.'],
    ['0 0 L-3 * *', 'The next runs are not known: days counted from L or W are beyond what is planned here.'],
  ])('says why "%s" has no next run', async (expression, said) => {
    await open({ state: { expression } })
    expect(screen.getByText(said)).toBeTruthy()
  })

  it.each([
    ['0 0 13 * 5', 'Day and weekday are both given: either of them is enough.'],
    ['*/7 * * * *', 'The step starts anew with every hour: after 56 comes 0, so not all steps are equally long.'],
    ['*/90 * * * *', 'A step of 90 never fits: only 0 is left of it.'],
  ])('tells what surprises people about "%s"', async (expression, said) => {
    await open({ state: { expression } })
    expect(screen.getByText(said)).toBeTruthy()
  })

  it('explains the five fields, and more of them when they are there', async () => {
    await open()
    const diagram = screen.getByRole('list', { name: 'The fields of an expression' })
    const cells = () =>
      within(diagram)
        .getAllByRole('listitem')
        .map((cell) => cell.textContent)
    expect(cells()).toEqual(['*Minute分0-59', '*Hour时0-23', '*Day日1-31', '*Month月1-12', '*Week周0-70 is Sunday'])
    type('30 0 9 ? * MON 2027')
    expect(cells()).toHaveLength(7)
    expect(cells()[0]).toBe('30Second秒0-59')
    expect(cells()[6]).toBe('2027Year年1970-9999')
  })

  it('explains the special characters by examples that fill the field', async () => {
    const { result } = await open()
    expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      '*',
      ',',
      '-',
      '/',
      'L W #',
      '@',
    ])
    press(/every two hours/)
    expect(field().value).toBe('0 */2 * * *')
    expect(result()).toBe('整点, 每隔 2 小时')
    press(/every ten minutes/)
    expect(result()).toBe('每隔 10 分钟')
  })

  it('starts afresh on request, in the same zone', async () => {
    const { result, remembered } = await open({ state: { expression: '*/5 * * * *', zone: 'Asia/Kolkata' } })
    press('Clear')
    expect([field().value, result()]).toEqual(['', ''])
    expect(remembered()).toMatchObject({ expression: '', described: '', zone: 'Asia/Kolkata' })
  })

  it('shows the result of a link beside what was typed after it', async () => {
    const { result } = await open({ state: { expression: '0 25', described: '@daily' } })
    expect(result()).toBe('在上午 12:00')
    expect(field().value).toBe('0 25')
  })

  it('survives whatever a link says', async () => {
    const { result } = await open({ state: { expression: '\u0000 x', described: '- - - - -', zone: 'Mars/Olympus' } })
    expect(result()).toBe('')
    expect(screen.getByText('Enter an expression, or choose one of the examples below.')).toBeTruthy()
  })
})
