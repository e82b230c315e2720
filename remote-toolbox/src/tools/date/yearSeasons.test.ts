import { describe, expect, it } from 'vitest'
import { yearSeasons } from './yearSeasons.ts'

const summer = (year: number, zone: string) =>
  yearSeasons(Date.UTC(year, 6, 2, 12), year, zone)
    .seasons.filter(({ isSaving }) => isSaving)
    .map(({ from, to }) => `${Math.round(from * 365)}-${Math.round(to * 365)}`)

describe('the seasons of a year', () => {
  it.each([
    [2026, 'Europe/Berlin', ['87-297']],
    [2026, 'America/New_York', ['66-304']],
    // South of the equator the summer spans the turn of the year.
    [2026, 'Australia/Sydney', ['0-94', '276-365']],
    [2026, 'Australia/Lord_Howe', ['0-94', '276-365']],
    [2026, 'Asia/Kolkata', []],
    [2026, 'UTC', []],
    // By law the winter is the exception.
    [2026, 'Europe/Dublin', ['0-87', '297-365']],
    [2018, 'America/Sao_Paulo', ['0-48', '307-365']],
  ])('%s in %s save daylight on the days %j', (year, zone, days) => {
    expect(summer(year, zone)).toEqual(days)
  })

  it('cover all of it, and tell where in it a moment lies', () => {
    const { seasons, now } = yearSeasons(Date.UTC(2026, 6, 2, 12), 2026, 'UTC')
    expect(seasons).toEqual([{ from: 0, to: 1, isSaving: false }])
    expect(now).toBe(0.5)
    expect(yearSeasons(8.64e15, 275_760, 'Europe/Berlin').seasons[0]?.from).toBe(0)
  })
})
