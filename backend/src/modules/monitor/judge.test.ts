import { describe, expect, it } from 'vitest'
import { type Finding, FRESH, judge, type Standing } from './judge.ts'

const MINUTE = 60_000
interface Step {
  at: number
  error?: string
  quiet?: Finding['quiet']
}

const RULES = { times: 2, silentCycle: 5 }

/** Lets checks follow one another and writes down what each of them led to. */
function run(rules: typeof RULES, findings: Step[]) {
  let standing: Standing = FRESH
  return findings.map(({ at, error = '', quiet = '' }) => {
    const verdict = judge(standing, rules, { error, now: at, quiet })
    standing = verdict.standing
    return `${verdict.standing.health} ${verdict.standing.failures} ${verdict.tell || '-'} ${verdict.script || '-'}`
  })
}

describe('judge', () => {
  it('tells the failure that fills the count, and runs the fail script with every one outside of the silence', () => {
    expect(
      run(RULES, [
        { at: 0, error: 'a' },
        { at: 1, error: 'a' },
        { at: 2, error: 'a' },
      ]),
    ).toEqual(['failing 1 - fail', 'down 0 down fail', 'down 0 - -'])
  })

  it('begins to count anew with a pass', () => {
    expect(run(RULES, [{ at: 0, error: 'a' }, { at: 1 }, { at: 2, error: 'a' }])).toEqual([
      'failing 1 - fail',
      'up 0 - success',
      'failing 1 - fail',
    ])
  })

  it('is silent for as many minutes as were set, whatever the interval, and counts again afterwards', () => {
    const end = 5 * MINUTE
    const findings = [0, end - 1, end, end + 1].map((at) => ({ at, error: 'a' }))
    expect(run({ times: 1, silentCycle: 5 }, findings)).toEqual([
      'down 0 down fail',
      'down 0 - -',
      'down 0 down fail',
      'down 0 - -',
    ])
    expect(
      run(RULES, [
        { at: 0, error: 'a' },
        { at: 1, error: 'a' },
        { at: end + 1, error: 'a' },
      ]).at(-1),
    ).toBe('down 1 - fail')
  })

  it('tells that an outage is over, once, and tells the next one although the silence of the first would last', () => {
    const findings = [{ at: 0, error: 'a' }, { at: 1 }, { at: 2 }, { at: 3, error: 'b' }]
    expect(run({ times: 1, silentCycle: 60 }, findings)).toEqual([
      'down 0 down fail',
      'up 0 up success',
      'up 0 - success',
      'down 0 down fail',
    ])
  })

  it.each(['maintenance', 'deploy', 'parent'] as const)('neither counts nor tells in quiet times: %s', (quiet) => {
    const findings = [
      { at: 0, error: 'a', quiet },
      { at: 1, error: 'a', quiet },
      { at: 2, quiet },
      { at: 3, error: 'a', quiet },
      { at: 4, error: 'a' },
    ]
    expect(run(RULES, findings)).toEqual([
      'failing 0 - -',
      'failing 0 - -',
      'up 0 - -',
      'failing 0 - -',
      'failing 1 - fail',
    ])
  })

  it('tells the end of an outage that was told before, also in quiet times', () => {
    expect(
      run({ times: 1, silentCycle: 5 }, [
        { at: 0, error: 'a' },
        { at: 1, quiet: 'deploy' },
      ]),
    ).toEqual(['down 0 down fail', 'up 0 up -'])
  })

  it('remembers why a failure did not count', () => {
    const quiet = (standing: Standing, finding: Parameters<typeof judge>[2]) =>
      judge(standing, RULES, finding).standing.quiet
    expect(quiet(FRESH, { error: 'a', now: 0, quiet: 'parent' })).toBe('parent')
    expect(quiet(FRESH, { error: 'a', now: 0, quiet: '' })).toBe('')
    expect(quiet({ ...FRESH, health: 'down', silenceUntil: 9 }, { error: 'a', now: 8, quiet: '' })).toBe('told')
  })
})
