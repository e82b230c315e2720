import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Service } from '../../work/service.ts'
import { callback } from '../../work/startService.ts'
import type { JsonInspection, JsonOpening, JsonService, JsonView } from './jsonService.ts'
import type { ReadProblem } from './readSource.ts'
import { type Ask, useJsonService } from './useJsonService.ts'

/** Longer ones would take a noticeable time to hand over to whoever embeds the box. */
const LONGEST_RESULT = 2_000_000

/** A text that is too long for the page: a file, or something pasted. */
export interface LongText {
  source: Blob
  /** Absent for what was pasted. */
  name?: string
}

/** What is open. */
export interface OpenJson {
  /** Another number for every other text. */
  id: number
  opening: Exclude<JsonOpening, { outcome: 'cancelled' | 'unread' }>
  view: JsonView
  /** Counts the changes of the tree. */
  revision: number
  long?: LongText
  /** All of it with indentation; "" while it is not known, or when it is long. */
  pretty: string
  inspection?: JsonInspection
}

/** Something did not work; what was open before still is. */
export interface OpenProblem {
  what: ReadProblem | 'failed' | 'tooLongToCopy' | 'tooLongToSave'
  /** Of a file. */
  name?: string | undefined
  /** What the browser says. */
  message?: string
}

const NOTHING: OpenJson = {
  id: 0,
  opening: { outcome: 'empty' },
  view: { lines: 0, marked: 0 },
  revision: 0,
  pretty: '',
}

/** Finds out what takes longer than drawing the first lines. */
async function inspect(
  ask: Ask,
  amend: (change: (before: OpenJson) => Partial<OpenJson>) => void,
  isLong: boolean,
): Promise<void> {
  if (!isLong) {
    const written = await ask((service) => service.write('pretty', undefined, LONGEST_RESULT))
    const pretty = await written?.text()
    if (pretty !== undefined) amend(() => ({ pretty }))
  }
  const inspection = await ask((service) => service.inspect())
  // Drawn anew, because some lines tell it too.
  if (inspection) amend(({ revision }) => ({ inspection, revision: revision + 1 }))
}

/** Tells the text at first and whenever it changes, after it is drawn. */
function useText(text: string, onText: (text: string) => void): void {
  const tell = useEffectEvent(onText)
  useEffect(() => {
    const timer = setTimeout(() => tell(text))
    return () => clearTimeout(timer)
  }, [text])
}

/** The document of the tool: opened from the text of its state, or from a long text, and shown as a tree. */
export function useJsonDocument(text: string) {
  const [open, setOpen] = useState(NOTHING)
  const [work, setWork] = useState<LongText & { done: number }>()
  const [problem, setProblem] = useState<OpenProblem>()
  const latest = useRef(0)
  /** What is open or about to be: state would come too late for the text that changes with it. */
  const kind = useRef<'long' | 'nothing' | 'text'>('nothing')
  const { ask, end } = useJsonService((error) => setProblem({ what: 'failed', message: String(error) }))

  /** Changes what is open, unless something else was opened meanwhile. */
  const amend = (id: number, change: (before: OpenJson) => Partial<OpenJson>) =>
    setOpen((before) => (before.id === id ? { ...before, ...change(before) } : before))

  const start = async (source: Blob | string, long?: LongText): Promise<boolean> => {
    latest.current += 1
    const id = latest.current
    setProblem(undefined)
    setWork(long && { ...long, done: 0 })
    const report = callback((done: number) => setWork((before) => before && { ...before, done }))
    const opening = await ask((service) => service.open(source, long && report))
    if (id !== latest.current) return false
    setWork(undefined)
    if (!opening || opening.outcome === 'cancelled') return false
    if (opening.outcome === 'unread') {
      setProblem({ what: opening.problem, name: long?.name })
      return false
    }
    if (long) kind.current = 'long'
    const view = opening.outcome === 'opened' ? opening.view : NOTHING.view
    // In slices: drawing all that belongs to a tree for the first time takes a while on a slow machine.
    startTransition(() => setOpen({ id, opening, view, revision: 0, long, pretty: '' }))
    if (opening.outcome === 'opened') void inspect(ask, (change) => amend(id, change), long !== undefined)
    return true
  }

  useText(text, (next) => {
    // Nobody emptied the text: it never had any, or gave way to a long one.
    if (next === '' && kind.current !== 'text') return
    kind.current = next === '' ? 'nothing' : 'text'
    void start(next)
  })

  const clear = () => {
    latest.current += 1
    kind.current = 'nothing'
    end()
    setWork(undefined)
    setProblem(undefined)
    setOpen({ ...NOTHING, id: latest.current })
  }
  /** Has the service change the tree, and draws it anew. */
  const change = async (act: (service: Service<JsonService>) => Promise<JsonView>) => {
    const view = await ask(act)
    if (view) setOpen((before) => ({ ...before, view, revision: before.revision + 1 }))
  }
  return {
    open,
    work,
    problem,
    ask,
    change,
    /** Opens a text that stays out of the page; answers whether it is open now. */
    openLong: (long: LongText) => start(long.source, long),
    setProblem,
    cancel: () => void ask((service) => service.cancel()),
    clear,
  }
}

export type JsonDocument = ReturnType<typeof useJsonDocument>
