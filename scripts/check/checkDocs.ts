import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../build/workspace.ts'

const COMMAND = /`(?:pnpm|npm run) ([a-z][\w:-]*)/g
const LINK = /\]\((?!https?:|#|mailto:)([^)#\s]+)/g
/** Commands of pnpm itself, which need no script. */
const BUILT_IN = new Set(['install', 'add', 'exec', 'dlx', 'run', 'why', 'licenses', 'audit'])

const scripts = () => {
  const { scripts: found } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  return new Set(Object.keys(found))
}

/** Commands that the documentation quotes but that do not exist, and links that lead nowhere. */
export function checkDocs(): string[] {
  const known = scripts()
  const files = globSync(['*.md', 'docs/**/*.md', '*/README.md'], { cwd: ROOT, exclude: ['**/node_modules/**'] })
  return files.flatMap((file) => {
    const text = readFileSync(path.join(ROOT, file), 'utf8')
    const commands = [...text.matchAll(COMMAND)].map((match) => match[1] ?? '')
    const links = [...text.matchAll(LINK)].map((match) => match[1] ?? '')
    return [
      ...commands
        .filter((name) => !known.has(name) && !BUILT_IN.has(name))
        .map((name) => `${file}: there is no script ${name}`),
      ...links
        .filter((link) => !existsSync(path.join(ROOT, path.dirname(file), link)))
        .map((link) => `${file}: ${link} does not exist`),
    ]
  })
}
