import { type SftpConflict, SftpOpenText, SftpSaveText, type SftpText } from '@windlass/shared-kit/contract/sftpText'
import { lineEnds } from '@windlass/shared-kit/editor'
import { ApiError, call } from '@windlass/shared-kit/http'
import { useEffect, useEffectEvent, useState } from 'react'

interface Opened {
  serverId: number
  asRoot: boolean
  file: string
}

/** What the server has instead of what was opened. */
export interface Conflict {
  version: string
  /** Its text; undefined when the file is gone or is no text any more. */
  text: string | undefined
  time: number
}

/** A refusal that says the file is another one now. */
function conflictOf(error: unknown): SftpConflict | undefined {
  // Checked before it is used: refusals carry data of several shapes.
  const data = error instanceof ApiError ? (error.data as Partial<SftpConflict> | null) : null
  const { version, size, time } = data ?? {}
  return typeof version === 'string' ? { version, size: size ?? 0, time: time ?? 0 } : undefined
}

/** A text on a server: reading it, what was typed since, saving it, and what to do when somebody else was faster. */
export function useFileText({ serverId, asRoot, file }: Opened) {
  const [opened, setOpened] = useState<SftpText>()
  const [text, setText] = useState('')
  const [error, setError] = useState<Error>()
  const [isSaving, setSaving] = useState(false)
  const [conflict, setConflict] = useState<Conflict>()
  const ends = lineEnds(opened?.text ?? '')

  const reading = useReading({ serverId, asRoot, file }, (found) => {
    setOpened(found)
    setText(lineEnds(found.text).shown)
  })
  /** Answers whether it is saved. */
  const save = async (isForced: boolean): Promise<boolean> => {
    if (!opened || isSaving) return false
    const whole = ends.toSaved(text)
    setSaving(true)
    setError(undefined)
    try {
      const input = {
        serverId,
        file,
        asRoot,
        text: whole,
        encoding: opened.encoding,
        version: opened.version,
        isForced,
      }
      const saved = await call(SftpSaveText, input, { quiet: true })
      setOpened({ ...opened, ...saved, text: whole })
      setConflict(undefined)
      return true
    } catch (problem) {
      const other = conflictOf(problem)
      if (other)
        setConflict({ version: other.version, time: other.time, text: await readShown({ serverId, asRoot, file }) })
      else setError(problem instanceof Error ? problem : new Error(String(problem)))
      return false
    } finally {
      setSaving(false)
    }
  }
  return {
    ...{ opened, text, setText, isSaving, conflict, save },
    error: error ?? reading.error,
    isChanged: opened !== undefined && text !== ends.shown,
    dropConflict: () => setConflict(undefined),
    reload: () => {
      setConflict(undefined)
      setOpened(undefined)
      reading.again()
    },
  }
}

/** Its text as an editor shows it; undefined when it is gone or no text any more, and there is nothing to compare with. */
const readShown = ({ serverId, asRoot, file }: Opened) =>
  call(SftpOpenText, { serverId, file, asRoot }, { quiet: true }).then(
    (other) => lineEnds(other.text).shown,
    () => undefined,
  )

/** Reads the file when it is opened, and again when it is asked to. */
function useReading({ serverId, asRoot, file }: Opened, onRead: (text: SftpText) => void) {
  const [attempt, setAttempt] = useState(0)
  const [error, setError] = useState<Error>()
  const tell = useEffectEvent(onRead)
  useEffect(() => {
    const stopper = new AbortController()
    const read = async () => {
      try {
        const found = await call(SftpOpenText, { serverId, file, asRoot }, { signal: stopper.signal, quiet: true })
        tell(found)
        setError(undefined)
      } catch (problem) {
        if (!stopper.signal.aborted) setError(problem instanceof Error ? problem : new Error(String(problem)))
      }
    }
    void read()
    return () => stopper.abort()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another attempt is another reading
  }, [serverId, asRoot, file, attempt])
  return { error, again: () => setAttempt((number) => number + 1) }
}
