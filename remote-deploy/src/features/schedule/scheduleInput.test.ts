import { describe, expect, it } from 'vitest'
import { type ScheduleValues, scheduleInput, whenOf } from './scheduleInput.ts'

const values: ScheduleValues = {
  ...{ branch: 'origin/main', revision: 'commit', commit: 'abc123', where: 'all', repetition: 'once' },
  ...{ time: '2026-12-24T18:05', zone: 'Europe/Berlin' },
}

describe('what is sent for a scheduled deploy', () => {
  it('is the time as the clocks of its zone show it', () => {
    expect(scheduleInput(7, [], values)).toEqual({
      ...{ projectId: 7, branch: 'origin/main', commit: 'abc123', isNewest: false },
      ...{ date: '2026-12-24 18:05:00', zone: 'Europe/Berlin' },
    })
  })

  it.each([
    ['daily', '5 18 * * *'],
    ['weekdays', '5 18 * * 1-5'],
    // The 24th of December 2026 is a Thursday.
    ['weekly', '5 18 * * 4'],
  ] as const)('repeats %s at the time that was stated', (repetition, cron) => {
    expect(whenOf({ ...values, repetition })).toMatchObject({ cron })
  })

  it('is nothing yet while the form does not say when', () => {
    expect(whenOf({ ...values, time: '' })).toBeUndefined()
    expect(whenOf({ ...values, repetition: 'cron', cron: ' ' })).toBeUndefined()
  })

  it('names chosen servers and values only', () => {
    const variable = { name: 'tag', value: 'a,b', type: 'list' as const }
    const input = scheduleInput(7, [variable], {
      ...values,
      ...{ revision: 'newest', where: 'some', serverIds: [3], variables: { tag: ' b ' } },
    })
    expect(input).toMatchObject({ isNewest: true, serverIds: [3], customVariables: [{ ...variable, value: 'b' }] })
  })
})
