import type { Artefact } from '@windlass/backend/artefact/artefact'
import { type CheckContext, checkRelease, type Problem } from '@windlass/backend/artefact/checkRelease'
import { refused } from '@windlass/backend/commandLine/commandError'
import type { Output } from '@windlass/backend/commandLine/output'

/** Every rule of the checks, as somebody would tick it off. */
const RULES: Readonly<Record<Problem['rule'], string>> = {
  version: 'this version is new',
  shared: 'the console provides what it shares',
  routes: 'its routes are its own',
  permissions: 'its permissions exist',
  texts: 'every text is there in both languages',
  budget: 'it is within its size budget',
  leak: 'no source maps and no secrets',
  origin: 'its files come from where they may',
}

/** Runs every check against the target, shows each, and refuses when one fails. @returns the rules that were checked */
export function checkCandidate(artefact: Artefact, context: CheckContext, output: Output): string[] {
  const problems = checkRelease(artefact, context)
  for (const [rule, text] of Object.entries(RULES)) {
    const found = problems.filter((problem) => problem.rule === rule)
    output.note(`${found.length === 0 ? '✓' : '✕'} ${text}`)
    for (const { message } of found) output.note(`    ${message}`)
  }
  if (problems.length === 0) return Object.keys(RULES)
  const { id, version } = artefact.contents
  throw refused(
    'checks',
    `${id} ${version} is not ready: ${problems.map(({ message }) => message).join('; ')}`,
    problems,
  )
}
