import type { CronProblem } from './readCron.ts'

interface Props {
  expression: string
  problem: CronProblem
}

/** The expression with the wrong part of it marked. */
export function ProblemMark({ expression, problem: { start, end } }: Props) {
  if (start >= end || expression.trim() === '') return null
  // What is missing behind the last character has no character to mark.
  const marked = expression.slice(start, end).padEnd(end - start, ' ')
  return (
    <code className="wl-mono cron-mark" aria-hidden="true">
      {expression.slice(0, start)}
      <mark>{marked}</mark>
      {expression.slice(end)}
    </code>
  )
}
