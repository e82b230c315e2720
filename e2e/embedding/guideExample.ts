import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../support/workspace.ts'

const GUIDE = path.join(ROOT, 'docs/embedding-guide.md')
/** Stands in the guide for the address of a console. */
const CONSOLE = 'https://console.example.com'

/** The examples of the guide by the name behind `run`, for a console at this address. */
function guideExamples(consoleUrl: string): ReadonlyMap<string, string> {
  const blocks = readFileSync(GUIDE, 'utf8').matchAll(/^```\w+ run ([\w-]+)\n([^]*?)^```$/gm)
  return new Map([...blocks].map(([, name = '', code = '']) => [name, code.replaceAll(CONSOLE, consoleUrl)]))
}

/** One example of the guide. */
export function guideExample(consoleUrl: string, name: string): string {
  const code = guideExamples(consoleUrl).get(name)
  if (code === undefined) throw new Error(`docs/embedding-guide.md has no example named ${name}`)
  return code
}
