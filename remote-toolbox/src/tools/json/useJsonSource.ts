import { makePause } from '../../work/pause.ts'
import { blobOf } from './blobOf.ts'
import { isUtf8, ReadError, readSource } from './readSource.ts'
import { type LongText, useJsonDocument } from './useJsonDocument.ts'

/** Longer ones are neither edited in the page nor remembered by the browser. */
const LONGEST_TYPED = 500_000

/** What the tool keeps: a short text, and how it is looked at. */
export interface JsonState {
  [name: string]: string
  text: string
  view: string
}

/** The text of a file that is short and valid; undefined when it has to be opened as a long one. */
async function shortText(file: Blob): Promise<string | undefined> {
  if (file.size > LONGEST_TYPED) return undefined
  const pause = makePause(new AbortController().signal)
  const bytes = (await readSource(file, pause)).subarray(0, -1)
  return (await isUtf8(bytes, pause)) ? new TextDecoder().decode(bytes) : undefined
}

/** Where texts come from, and where they go: short ones into the state of the tool, long ones straight to the service. */
export function useJsonSource(text: string, keep: (patch: Partial<JsonState>) => void) {
  const document = useJsonDocument(text)
  const openLong = async (long: LongText) => {
    if (await document.openLong(long)) keep({ text: '', view: 'pretty' })
  }
  const openFile = async (file: File) => {
    try {
      const short = await shortText(file)
      if (short === undefined) await openLong({ source: file, name: file.name })
      else keep({ text: short, view: 'pretty' })
    } catch (error) {
      if (!(error instanceof ReadError)) throw error
      document.setProblem({ what: error.problem, name: file.name })
    }
  }
  const paste = async (pasted: string) => {
    if (pasted.length <= LONGEST_TYPED) keep({ text: pasted, view: 'pretty' })
    else await openLong({ source: await blobOf(pasted) })
  }
  const clear = () => {
    document.clear()
    keep({ text: '', view: 'raw' })
  }
  /** What is typed stays in sight. */
  const type = (typed: string) => keep({ text: typed, view: 'raw' })
  return { document, openFile, paste, type, clear }
}

export type JsonSource = ReturnType<typeof useJsonSource>
