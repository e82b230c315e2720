import { describe, expect, it } from 'vitest'
import { isWanted, zoneOptions } from './zoneOptions.ts'

const NOW = Date.parse('2026-11-22T00:00:00Z')
const options = zoneOptions(NOW, { asBrowser: (zone) => `As this browser (${zone})` })
const found = (text: string) => options.filter((option) => isWanted(text, option)).map(({ value }) => value)

describe('the time zones to choose', () => {
  it('begin with the browser, and name places as they are called now', () => {
    expect(options[0]?.value).toBe('')
    const values = options.map(({ value }) => value)
    expect(values).toEqual(expect.arrayContaining(['UTC', 'Asia/Kathmandu', 'Asia/Kolkata', 'Europe/Kyiv']))
    expect(new Set(values).size).toBe(values.length)
  })

  it('begin with the zone of whoever looks where one must be named, by the name it came with and once', () => {
    const forms = zoneOptions(NOW, { own: 'Asia/Katmandu', note: 'yours' })
    expect(forms[0]).toMatchObject({
      value: 'Asia/Katmandu',
      name: 'Asia/Kathmandu',
      offset: 'UTC+05:45',
      note: 'yours',
    })
    expect(forms[1]).toMatchObject({ value: 'UTC', note: '' })
    expect(forms.filter(({ name }) => name === 'Asia/Kathmandu')).toHaveLength(1)
  })

  it.each([
    ['kathm', 'Asia/Kathmandu'],
    ['new york', 'America/New_York'],
    ['york new', 'America/New_York'],
    ['+5:45', 'Asia/Kathmandu'],
    ['+5', 'Asia/Kathmandu'],
    ['-11', 'Pacific/Pago_Pago'],
    ['utc+05:45', 'Asia/Kathmandu'],
    ['-3:30', 'America/St_Johns'],
  ])('are found by %j', (text, zone) => expect(found(text)).toContain(zone))

  it('tell their clocks as they are now', () => {
    expect(options.find(({ value }) => value === 'Australia/Lord_Howe')?.offset).toBe('UTC+11:00')
  })
})
