import type { RollbackRule } from '@windlass/shared-kit/contract/release'

/** How one person fared with a run of a canary. */
export interface Evidence {
  loads: number
  failures: number
}

/**
 * More outcomes of one kind than this say nothing new about a minute of one person: somebody who reloads a broken page
 * all the time is no crowd.
 */
export const COUNTED_A_MINUTE = 3

/** What the people who ran a canary say about it together. */
export interface Verdict {
  people: number
  /** Those for whom it failed at least once. */
  failing: number
  tries: number
  failures: number
  /** Percentage of loads that failed, the mean over people. */
  failurePercent: number
}

/**
 * Adds up what people saw. Everybody has one voice, however often he loads: the share is taken for each person first
 * and then the mean of these, so that one broken browser among many stays one among many.
 */
export function weigh(evidence: readonly Evidence[]): Verdict {
  const tries = evidence.reduce((sum, { loads, failures }) => sum + loads + failures, 0)
  const shares = evidence.map(({ loads, failures }) => failures / Math.max(1, loads + failures))
  return {
    people: evidence.length,
    failing: evidence.filter(({ failures }) => failures > 0).length,
    tries,
    failures: evidence.reduce((sum, { failures }) => sum + failures, 0),
    failurePercent: (100 * shares.reduce((sum, share) => sum + share, 0)) / Math.max(1, evidence.length),
  }
}

/**
 * Whether the rule takes the canary back. One person alone is believed only while nobody else has run it: then it works
 * for nobody known, and going back harms nobody.
 */
export const isTooBad = (rule: RollbackRule, { people, failing, tries, failurePercent }: Verdict): boolean =>
  rule.isOn && tries >= rule.minLoads && failurePercent >= rule.failurePercent && (failing > 1 || people === 1)

const persons = (count: number) => (count === 1 ? '1 person' : `${count} people`)

/** The figures behind a decision, for the history and the operators. */
export const describeVerdict = (rule: RollbackRule, verdict: Verdict): string =>
  `${verdict.failures} of ${verdict.tries} loads failed, for ${verdict.failing} of ${persons(verdict.people)}: ` +
  `${Math.round(verdict.failurePercent * 10) / 10} %, while the rule allows less than ${rule.failurePercent} %.`
