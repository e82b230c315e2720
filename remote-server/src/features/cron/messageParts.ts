import { type OutputPart, outputPart } from '../../components/run/outputLines.ts'

/** Names of what a run can say. */
export interface PartTitles {
  error: string
  out: string
  err: string
}

const BLOCKS =
  /^(?:Exec error:\n([\s\S]*?)(?:\n(?=Stdout:\n)|$))?(?:Stdout:\n([\s\S]*?))?(?:(?:^|\n)Stderr:\n([\s\S]*))?$/

/** The message of a run by what is in it: why it failed, what it printed, what it printed as errors. */
export function messageParts(message: string, titles: PartTitles): OutputPart[] {
  const [, error, out, err] = BLOCKS.exec(message) ?? []
  const part = (title: string, kind: OutputPart['kind'], text = '') => {
    const trimmed = text.replace(/\n+$/, '')
    return outputPart(title, kind, { head: trimmed, cut: 0, tail: '' })
  }
  const isPlain = error === undefined && out === undefined && err === undefined
  const parts = isPlain
    ? [part(titles.out, 'out', message)]
    : [part(titles.error, 'err', error), part(titles.out, 'out', out), part(titles.err, 'err', err)]
  return parts.filter((each) => each !== undefined)
}

/** The first line that says something, for a list. */
export function firstLine(message: string): string {
  const lines = message.split('\n').filter((line) => !/^(Exec error|Stdout|Stderr):$/.test(line))
  return lines.find((line) => line.trim() !== '')?.trim() ?? ''
}
