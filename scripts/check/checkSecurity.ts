import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../build/workspace.ts'

const FILE = 'docs/security.md'
const TEST_LINK = /\[([^\]]+)\]\(([^)]+\.(?:test|e2e)\.tsx?)\)/g
const ROW = /^\| (\d+(?:\.\d+){2}[^|]*) \| [^|]+ \| ([^|]+) \|/gm
const STATES: ReadonlySet<string> = new Set(['met', 'partly', 'not met', 'operator', 'n/a'])
/** How many requirements of level 1 and 2 each chapter of ASVS 5.0.0 has. */
const COUNTS: readonly number[] = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7]

const IDS = /(\d+)\.(\d+)\.(\d+)(?:–(\d+))?/g

/** The requirements a cell names: `1.2.3`, `1.2.3–5`, several with commas between. */
function requirementsOf(cell: string): string[] {
  return [...cell.matchAll(IDS)].flatMap(([, chapter, section, first, last]) =>
    Array.from(
      { length: Number(last ?? first) - Number(first) + 1 },
      (_, index) => `${chapter}.${section}.${Number(first) + index}`,
    ),
  )
}

/** Tests that the document names but that are not there: a title has to begin like the text of the link. */
function testProblems(text: string): string[] {
  return [...text.matchAll(TEST_LINK)].flatMap(([, title = '', link = '']) => {
    const file = path.join(ROOT, path.dirname(FILE), link)
    if (!existsSync(file)) return [`${FILE}: ${link} does not exist`]
    const source = readFileSync(file, 'utf8')
    const isThere = ["'", '"', '`'].some((quote) => source.includes(`${quote}${title}`))
    return isThere ? [] : [`${FILE}: ${link} has no test that begins with “${title}”`]
  })
}

/** What is wrong with the list of requirements: each has one row with one of the known states. */
function rowProblems(text: string): string[] {
  const seen = new Map<string, number>()
  const problems: string[] = []
  for (const [, cell = '', state = ''] of text.matchAll(ROW)) {
    if (!STATES.has(state.trim())) problems.push(`${FILE}: ${cell}: the state “${state}” is none`)
    for (const id of requirementsOf(cell)) seen.set(id, (seen.get(id) ?? 0) + 1)
  }
  for (const [id, times] of seen) if (times > 1) problems.push(`${FILE}: ${id} has ${times} rows`)
  for (const [index, count] of COUNTS.entries()) {
    const found = [...seen.keys()].filter((id) => id.startsWith(`${index + 1}.`)).length
    if (found !== count) problems.push(`${FILE}: chapter V${index + 1} has ${found} requirements of ${count}`)
  }
  return problems
}

/** Whether the document about security still tells the truth about tests, and leaves no requirement out. */
export function checkSecurity(text = readFileSync(path.join(ROOT, FILE), 'utf8')): string[] {
  return [...testProblems(text), ...rowProblems(text)]
}
