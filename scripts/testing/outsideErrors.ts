import { writeFileSync } from 'node:fs'
import type { SerializedError } from 'vitest'
import type { Reporter } from 'vitest/node'

/** Names the file that OutsideErrors writes: a JSON array of strings, one for each error. */
export const OUTSIDE_ERRORS_FILE = 'OUTSIDE_ERRORS_FILE'

/** Deep enough to see whose code it was, short enough for a summary. */
const STACK_LINES = 6

/** With the test during which it was heard of, which need not be the one that caused it. */
const told = ({ type, name, message, stack, ...rest }: SerializedError): string => {
  const place = stack?.split('\n').filter((line) => /^\s+at /.test(line) && !line.includes('/vitest/dist/'))
  const during = 'VITEST_TEST_PATH' in rest ? [`    during ${String(rest['VITEST_TEST_PATH'])}`] : []
  return [`${String(type ?? name)}: ${message}`, ...(place ?? []).slice(0, STACK_LINES), ...during].join('\n')
}

/** Keeps the errors that no test caught: they fail a run, but the report of vitest leaves them out. */
export default class OutsideErrors implements Reporter {
  onTestRunEnd(_modules: unknown, errors: readonly SerializedError[]): void {
    const file = process.env[OUTSIDE_ERRORS_FILE]
    if (file !== undefined) writeFileSync(file, JSON.stringify(errors.map(told)))
  }
}
