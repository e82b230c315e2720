// `pnpm check`: everything that can be said about the source without running it. Warnings are errors.
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { execa } from 'execa'
import { ROOT } from './build/workspace.ts'
import { checkDocs } from './check/checkDocs.ts'
import { checkLocales } from './check/checkLocales.ts'
import { checkSecurity } from './check/checkSecurity.ts'

interface Check {
  name: string
  run: () => Promise<string>
}

const AREAS = ['host/src', 'shared-kit', 'backend', 'scripts', 'e2e', 'remote-*/src']

/** Runs a tool of the workspace; resolves to "" when it has nothing to say, else to its output. */
async function tool(command: string, args: string[]): Promise<string> {
  const result = await execa(command, args, { cwd: ROOT, preferLocal: true, all: true, reject: false, shell: false })
  return result.exitCode === 0 ? '' : (result.all ?? `${command} could not run`)
}

const problems = (found: readonly string[]) => Promise.resolve(found.join('\n'))

const CHECKS: readonly Check[] = [
  { name: 'types', run: () => tool('tsc', ['-p', 'tsconfig.json']) },
  { name: 'lint', run: () => tool('oxlint', ['--deny-warnings']) },
  { name: 'format', run: () => tool('biome', ['check', '--error-on-warnings', '.']) },
  { name: 'boundaries', run: () => tool('depcruise', ['--config', '.dependency-cruiser.mjs', ...expandAreas()]) },
  { name: 'dead code', run: () => tool('knip', ['--treat-config-hints-as-errors']) },
  { name: 'texts in both languages', run: () => problems(checkLocales()) },
  { name: 'documentation', run: () => problems([...checkDocs(), ...checkSecurity()]) },
]

function expandAreas(): string[] {
  return AREAS.flatMap((area) => (area.includes('*') ? globSync(area) : [area]))
}

/** Runs every check, a few side by side, and says what each found. @returns how many passed and failed, and which */
export async function runChecks(): Promise<{ passed: number; failed: number; failures: string[] }> {
  const waiting = [...CHECKS]
  const counts = { passed: 0, failed: 0, failures: [] as string[] }
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const startedAt = performance.now()
      const output = await check.run()
      const { name } = check
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      console.log(`${output === '' ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`)
      counts[output === '' ? 'passed' : 'failed']++
      if (output === '') continue
      console.log(output)
      counts.failures.push(`check ${name}: ${output.trim().split('\n', 1)[0]}`)
    }
  }
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work))
  return counts
}

if (import.meta.main) {
  const { failed } = await runChecks()
  process.exitCode = failed === 0 ? 0 : 1
}
