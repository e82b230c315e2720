// `npm test`: sets up what the tests need and runs all of them; the last line sums the run up.
//   node scripts/test.ts        everything
//   node scripts/test.ts e2e    the journeys through the browser only
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import { ROOT } from './build/workspace.ts'
import { runChecks } from './check.ts'
import { OUTSIDE_ERRORS_FILE } from './testing/outsideErrors.ts'
import { ensureSystemTools } from './testing/systemTools.ts'

interface Counts {
  passed: number
  failed: number
  /** One line for each failure, so that nobody has to look for it in a log of many pages. */
  failures: readonly string[]
}

interface VitestReport {
  numPassedTests: number
  testResults: readonly {
    /** Path of the file. */
    name: string
    /** Why the file could not be run; "" when it could. */
    message: string
    assertionResults: readonly { fullName: string; status: string; failureMessages?: readonly string[] }[]
  }[]
}

function buildConsole(): void {
  const build = spawnSync(process.execPath, [path.join(ROOT, 'scripts/build.ts')], { stdio: 'inherit' })
  if (build.status !== 0) throw new Error('the console could not be built; the lines above say why')
}

/** Runs projects of vitest.config.ts and counts from its report, not from its exit code alone. */
async function runVitest(projects: readonly string[]): Promise<Counts> {
  const folder = mkdtempSync(path.join(tmpdir(), 'windlass-report-'))
  const file = path.join(folder, 'report.json')
  const outside = path.join(folder, 'outside.json')
  const args = ['run', ...projects.flatMap((name) => ['--project', name])]
  const ours = path.join(ROOT, 'scripts/testing/outsideErrors.ts')
  const reporters = ['--reporter=default', '--reporter=json', `--reporter=${ours}`, `--outputFile.json=${file}`]
  const { exitCode } = await execa('vitest', [...args, ...reporters], {
    cwd: ROOT,
    preferLocal: true,
    reject: false,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { [OUTSIDE_ERRORS_FILE]: outside },
  })
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  const failures = [...failuresOf(report), ...outsideErrorsOf(outside)]
  rmSync(folder, { recursive: true })
  if (exitCode !== 0 && failures.length === 0) failures.push(`vitest ended with ${exitCode} for ${projects}, see above`)
  return { passed: report.numPassedTests, failed: failures.length, failures }
}

const firstLine = (text: string) => text.trim().split('\n', 1)[0] ?? ''

/** Tests that failed, and files that could not be loaded, whose tests nobody counts. */
function failuresOf({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const file = path.relative(ROOT, name)
    const tests = assertionResults.filter(({ status }) => status === 'failed')
    if (tests.length === 0) return message === '' ? [] : [`${file}: ${firstLine(message)}`]
    return tests.map((test) => `${file} > ${test.fullName}: ${firstLine(test.failureMessages?.[0] ?? '')}`)
  })
}

/** An unhandled error belongs to no test and to no file. */
const outsideErrorsOf = (file: string): string[] =>
  (JSON.parse(readFileSync(file, 'utf8')) as string[]).map((error) => `outside of all tests: ${error}`)

const UNIT = ['node', 'browser', 'backend-sqlite', 'backend-postgres']

async function runAll(only: string | undefined): Promise<Counts> {
  await ensureSystemTools()
  const steps = only === 'e2e' ? [] : [runChecks, () => runVitest(UNIT)]
  const total = { passed: 0, failed: 0, failures: [] as string[] }
  const add = ({ passed, failed, failures }: Counts) => {
    total.passed += passed
    total.failed += failed
    total.failures.push(...failures)
  }
  for (const step of steps) add(await step())
  buildConsole()
  add(await runVitest(['e2e']))
  return total
}

const { passed, failed, failures } = await runAll(process.argv[2])
for (const failure of failures) console.log(`failed: ${failure}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
