import { useMemo, useState } from 'react'
import { useToolState } from '../../box/useToolState.ts'
import { zoneOrLocal } from '../../parts/zonedTime.ts'
import { type CronTexts, cronTexts } from './cronTexts.ts'
import type { CronProblem } from './readCron.ts'

const EMPTY = {
  expression: '',
  /** The expression that the result belongs to. */
  described: '',
  isEnglish: false,
  /** "" for the zone of this browser. */
  zone: '',
}

/** Specification 8: what the describer says when it cannot. */
const DESCRIBER_ERROR = 'An error occured when generating the expression description. Check the cron expression syntax.'

function problemOf(expression: string): CronProblem | undefined {
  const found = cronTexts(expression)
  return 'key' in found ? found : undefined
}

/** The expression, the result of the last one that could be converted, and what is wrong with this one. */
export function useCronTool() {
  const [kept, keep] = useToolState(EMPTY)
  // A link or a page may give an expression alone: it is converted at once.
  const [described, setDescribed] = useState(kept.described || kept.expression)
  const [problem, setProblem] = useState(() => (kept.expression === '' ? undefined : problemOf(kept.expression)))
  const texts = useMemo<CronTexts | undefined>(() => {
    const found = cronTexts(described)
    return 'key' in found ? undefined : found
  }, [described])

  const convert = (expression: string) => {
    const found = problemOf(expression)
    setProblem(found)
    keep({ expression, described: found ? described : expression })
    // Specification 2: a failed parse is logged, and the result stays as it is.
    if (found) console.warn(DESCRIBER_ERROR, { expression, ...found })
    else setDescribed(expression)
  }
  return {
    ...kept,
    zoneName: zoneOrLocal(kept.zone),
    described,
    texts,
    problem,
    keep,
    convert,
    type: (expression: string) => {
      setProblem(undefined)
      keep({ expression, described })
    },
    clear: () => {
      setProblem(undefined)
      setDescribed('')
      keep({ expression: '', described: '' })
    },
  }
}
