import { useState } from 'react'

interface Base {
  raw: string
  hash: string
}

/** A text that is edited and not saved. */
export interface CrontabDraft {
  /** What is to be seen and saved. */
  raw: string
  isChanged: boolean
  /** With what the edit began: what the server must still have when it is saved. */
  base: Base
  change: (raw: string) => void
  /** Takes the last step back; undefined when there is none. */
  undo: (() => void) | undefined
  discard: () => void
}

const STEPS = 100

/** @param found what the server has; an edit goes on from what it began with */
export function useCrontabDraft(found: Base | undefined): CrontabDraft {
  const [draft, setDraft] = useState<{ raw: string; base: Base; past: readonly string[] }>()
  const base = draft?.base ?? found ?? { raw: '', hash: '' }
  const raw = draft?.raw ?? base.raw
  return {
    raw,
    base,
    isChanged: raw !== base.raw,
    change: (next) => {
      if (next !== raw) setDraft({ raw: next, base, past: [...(draft?.past ?? []), raw].slice(-STEPS) })
    },
    undo:
      draft && draft.past.length > 0
        ? () => setDraft({ base, raw: draft.past.at(-1) ?? raw, past: draft.past.slice(0, -1) })
        : undefined,
    discard: () => setDraft(undefined),
  }
}
