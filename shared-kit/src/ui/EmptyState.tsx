import type { ReactNode } from 'react'

interface Props {
  title: string
  explanation?: ReactNode
  /** The next step: one button. */
  action?: ReactNode
}

/** Says what belongs here and offers the next step. */
export function EmptyState({ title, explanation, action }: Props) {
  return (
    <div className="wl-empty">
      <strong>{title}</strong>
      {explanation && <p>{explanation}</p>}
      {action}
    </div>
  )
}
