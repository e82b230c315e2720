import { useMemo } from 'react'
import { digestText, SHORT_TEXT } from './digestText.ts'
import { type DigestRun, useFileDigests } from './useFileDigests.ts'

/** The digests of a file or of a text; those of a short text are there at once. */
export function useDigests(source: string | File) {
  const short = useMemo<DigestRun | undefined>(
    () =>
      typeof source === 'string' && source.length <= SHORT_TEXT
        ? { state: 'done', digests: digestText(source), paces: {} }
        : undefined,
    [source],
  )
  // A long text is a file in memory: a Blob holds it as UTF-8.
  const file = useMemo(
    () => (short ? undefined : typeof source === 'string' ? new Blob([source]) : source),
    [source, short],
  )
  const { run, ...actions } = useFileDigests(file)
  return { run: short ?? run, size: file?.size ?? 0, ...actions }
}
