import type { LogLine } from './readLog.ts'

/** Stands for every server. */
export const ALL = 'all'

/** The lines of a server that hold the words, whatever their letter case; all of them as they are when nothing is asked. */
export function shownLines(lines: readonly LogLine[], server: string, find: string): readonly LogLine[] {
  if (server === ALL && find === '') return lines
  // An expression that ignores case reads each line as it is; a copy in lower case takes five times as long.
  const wanted = new RegExp(RegExp.escape(find), 'i')
  // What the console itself says belongs to every server.
  const isFrom = ({ serverId }: LogLine) => server === ALL || serverId === 0 || String(serverId) === server
  return lines.filter((line) => isFrom(line) && (find === '' || wanted.test(line.text)))
}

/** Where the line with that number is, or -1; lines are in the order of their numbers. */
export function placeOf(lines: readonly LogLine[], number: number): number {
  let [from, to] = [0, lines.length - 1]
  while (from <= to) {
    const middle = (from + to) >> 1
    const found = lines[middle]?.number ?? 0
    if (found === number) return middle
    if (found < number) from = middle + 1
    else to = middle - 1
  }
  return -1
}
