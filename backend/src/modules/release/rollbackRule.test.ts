import { describe, expect, it } from 'vitest'
import { describeVerdict, isTooBad, weigh } from './rollbackRule.ts'

const rule = { isOn: true, failurePercent: 20, minLoads: 10 }
const good = { loads: 5, failures: 0 }
const bad = { loads: 0, failures: 5 }

describe('the rule that takes a canary back', () => {
  it('gives everybody one voice, however often he loads', () => {
    const crowd = [...Array.from({ length: 9 }, () => good), { loads: 0, failures: 10_000 }]
    expect(weigh(crowd)).toMatchObject({ people: 10, failing: 1, failurePercent: 10 })
  })

  it.each([
    ['enough people see it fail', rule, [good, good, bad, bad], true],
    ['it is off', { ...rule, isOn: false }, [bad, bad, bad, bad], false],
    ['there are too few loads to say anything', { ...rule, minLoads: 21 }, [good, good, bad, bad], false],
    ['exactly as many loads are there as it takes', { ...rule, minLoads: 20 }, [good, good, bad, bad], true],
    ['the share stays below', { ...rule, failurePercent: 51 }, [good, good, bad, bad], false],
    ['the share is just reached', { ...rule, failurePercent: 50 }, [good, good, bad, bad], true],
    ['it fails for one of two only', rule, [good, bad], false],
    ['it fails for the only one who ran it', rule, [{ loads: 2, failures: 8 }], true],
    ['nobody ran it', rule, [], false],
  ])('when %s', (_when, given, evidence, isTaken) => {
    expect(isTooBad(given, weigh(evidence))).toBe(isTaken)
  })

  it('says by which figures it decided', () => {
    expect(describeVerdict(rule, weigh([good, bad, { loads: 1, failures: 2 }]))).toBe(
      '7 of 13 loads failed, for 2 of 3 people: 55.6 %, while the rule allows less than 20 %.',
    )
  })
})
