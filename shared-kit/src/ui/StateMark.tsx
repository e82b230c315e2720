import type { ReactNode } from 'react'
import { useUiText } from './useUiText.ts'

/** What can be told about a thing at a glance. */
export type MarkState = 'disabled' | 'failed' | 'running' | 'success' | 'waiting'

const SHAPES: Readonly<Record<MarkState, string>> = {
  success: 'M3 8.5 6.5 12 13 4.5',
  failed: 'M4 4l8 8M12 4l-8 8',
  running: 'M8 2a6 6 0 1 1-6 6',
  waiting: 'M8 2a6 6 0 1 0 .01 0M8 4.8V8l2.2 1.6',
  disabled: 'M3.5 8h9',
}

interface Props {
  state: MarkState
  /** In words; the usual word for the state when absent. */
  children?: ReactNode
  /** Only the shape is drawn and the words are left to screen readers and the pointer. */
  isBare?: boolean
}

/** A state as shape, colour and words, because colour alone tells some readers nothing. */
export function StateMark({ state, children, isBare = false }: Props) {
  const { t } = useUiText()
  const words = children ?? t(`states.${state}`)
  return (
    <span className={`wl-state wl-state-${state}`} title={isBare && typeof words === 'string' ? words : undefined}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={SHAPES[state]} />
      </svg>
      <span className={isBare ? 'wl-hidden' : undefined}>{words}</span>
    </span>
  )
}
