import {
  NginxConfigEdit,
  NginxConfigTest,
  type NginxConflict,
  type NginxTest,
} from '@windlass/shared-kit/contract/nginx'
import { lineEnds } from '@windlass/shared-kit/editor'
import { ApiError, call } from '@windlass/shared-kit/http'
import { useState } from 'react'
import type { OpenFile } from './openFile.ts'
import { type Place, useNginxChanged, useNginxContent } from './useNginx.ts'

/** What somebody else has written meanwhile. */
export type Conflict = NginxConflict['conflict']

const conflictOf = (error: unknown): Conflict | undefined => {
  if (!(error instanceof ApiError)) return undefined
  // Outside data: other refusals carry other data or none.
  const data = error.data as Partial<NginxConflict> | null
  return typeof data?.conflict?.content === 'string' ? data.conflict : undefined
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** A file that is edited: what was loaded, what is typed, and saving it when nginx agrees. */
export function useNginxText(place: Place, file: OpenFile) {
  const changed = useNginxChanged()
  const loaded = useNginxContent(place, file.isNew ? undefined : file)
  const [isMade, setMade] = useState(false)
  const [typed, setTyped] = useState<string>()
  const [saved, setSaved] = useState<{ hash: string; text: string }>()
  const [said, setSaid] = useState<NginxTest>()
  const [conflict, setConflict] = useState<Conflict>()
  const [work, setWork] = useState<'save' | 'test'>()
  const ends = lineEnds(saved?.text ?? loaded.data?.content ?? '')
  const before = ends.shown
  const text = typed ?? before
  const isChanged = text !== before
  const isNew = file.isNew === true && !isMade
  const input = { ...place, dir: file.dir, filename: file.name }

  const run = async <T>(kind: 'save' | 'test', what: () => Promise<T>): Promise<T | undefined> => {
    setWork(kind)
    setSaid(undefined)
    try {
      return await what()
    } catch (error) {
      const found = conflictOf(error)
      if (found) setConflict(found)
      else setSaid({ ok: false, output: wordsOf(error), isSandboxed: false })
      return undefined
    } finally {
      setWork(undefined)
    }
  }
  /** Answers whether it is saved now. `hash` is that of what may be replaced. */
  const save = async (hash = saved?.hash ?? loaded.data?.hash ?? ''): Promise<boolean> => {
    if (work !== undefined) return false
    const content = ends.toSaved(text)
    const answer = await run('save', () => call(NginxConfigEdit, { ...input, content, hash }, { quiet: true }))
    if (!answer) return false
    setSaved({ hash: answer.hash, text: content })
    setTyped(undefined)
    setMade(true)
    setConflict(undefined)
    setSaid(answer.test)
    await changed()
    return true
  }
  const test = async () => {
    const content = ends.toSaved(text)
    const answer = await run('test', () => call(NginxConfigTest, { ...input, content }, { quiet: true }))
    if (answer) setSaid(answer)
  }
  const takeTheirs = () => {
    if (conflict) setSaved({ hash: conflict.hash, text: conflict.content })
    setTyped(undefined)
    setConflict(undefined)
  }
  const dropConflict = () => setConflict(undefined)
  const dropSaid = () => setSaid(undefined)
  return {
    ...{ loaded, before, text, isChanged, isNew, said, conflict, work, saved },
    ...{ setText: setTyped, save, test, takeTheirs, dropConflict, dropSaid },
  }
}
