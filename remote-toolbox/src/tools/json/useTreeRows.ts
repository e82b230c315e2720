import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { JsonRow } from './jsonRows.ts'
import type { JsonDocument } from './useJsonDocument.ts'

/** Rows beyond what is seen, so that a quick movement does not come upon nothing. */
const SPARE_ROWS = 32
/** Rows are asked for in such steps, not anew with each one that comes into sight. */
const STEP_ROWS = 16

/** Rows of the tree that are here, from some line on. */
export interface LoadedRows {
  from: number
  rows: readonly JsonRow[]
  /** Of the tree when they were asked for. */
  revision: number
}

const NONE: LoadedRows = { from: 0, rows: [], revision: -1 }

/** The rows around those in sight, fetched anew when the tree changed. Until they come the ones before stay. */
export function useTreeRows({ open, ask }: JsonDocument, first: number, perWindow: number): LoadedRows {
  const [loaded, setLoaded] = useState(NONE)
  const asked = useRef(0)
  const shown = useRef(0)
  const from = Math.max(0, Math.floor((first - SPARE_ROWS) / STEP_ROWS) * STEP_ROWS)
  const to = Math.ceil((first + perWindow + SPARE_ROWS) / STEP_ROWS) * STEP_ROWS
  const load = useEffectEvent(async (start: number, end: number, revision: number) => {
    const mine = ++asked.current
    const answer = await ask((service) => service.rows(start, end - start))
    // Answers may come late, but none replaces a later one.
    if (!answer || mine < shown.current) return
    shown.current = mine
    setLoaded({ from: start, rows: answer.rows, revision })
  })
  useEffect(() => void load(from, to, open.revision), [from, to, open.revision])
  return loaded
}
