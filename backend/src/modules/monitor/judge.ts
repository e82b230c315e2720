import type { MonitorHealth, QuietReason } from '@windlass/shared-kit/contract/monitor'

/** What is remembered of a monitor from one check to the next. */
export interface Standing {
  health: MonitorHealth
  /** Failures in a row since the last notice. */
  failures: number
  /** Nobody is told again before this time. */
  silenceUntil: number
  /** Why the last failure was not counted; "" when it was. */
  quiet: QuietReason | ''
  error: string
}

/** How a monitor begins, also after an edit. */
export const FRESH: Standing = { health: 'waiting', failures: 0, silenceUntil: 0, quiet: '', error: '' }

/** The rules of one monitor. */
export interface Rules {
  /** Failures in a row before a notice. */
  times: number
  /** Minutes. */
  silentCycle: number
}

/** What a check found. */
export interface Finding {
  /** "" when it passed. */
  error: string
  now: number
  /** Why failures do not count now, beyond the silence after a notice. */
  quiet: Exclude<QuietReason, 'told'> | ''
}

/** Where a monitor stands after a check, and what is to be done about it. */
export interface Verdict {
  standing: Standing
  /** Whom to tell what: that it is down (again), that it is up again, nobody anything. */
  tell: 'down' | 'up' | ''
  script: 'success' | 'fail' | ''
}

const MINUTE_MS = 60_000

function judgePass(before: Standing, { quiet }: Finding): Verdict {
  return {
    standing: { ...FRESH, health: 'up' },
    tell: before.health === 'down' ? 'up' : '',
    script: quiet === '' ? 'success' : '',
  }
}

/**
 * Decides after each check. The silence after a notice is real time: checks go on, so that the end of an outage is seen
 * when it comes, but nothing is told and no script runs. An end of the outage ends the silence: the next outage is a new one.
 */
export function judge(before: Standing, rules: Rules, finding: Finding): Verdict {
  const { error, now, quiet } = finding
  if (error === '') return judgePass(before, finding)
  const isDown = before.health === 'down'
  const failing = { ...before, health: isDown ? ('down' as const) : ('failing' as const), error, quiet }
  // A failure nobody is to know of does not bring the next one closer to a notice either.
  if (quiet !== '') return { standing: { ...failing, failures: 0 }, tell: '', script: '' }
  if (before.silenceUntil > now) return { standing: { ...failing, quiet: 'told' }, tell: '', script: '' }
  const failures = before.failures + 1
  if (failures < rules.times) return { standing: { ...failing, failures }, tell: '', script: 'fail' }
  return {
    standing: {
      ...failing,
      health: 'down',
      failures: 0,
      silenceUntil: now + rules.silentCycle * MINUTE_MS,
      quiet: 'told',
    },
    tell: 'down',
    script: 'fail',
  }
}
