import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Logger } from 'pino'

/** A file that could not be used is looked at again after this long, although it looks unchanged: others may have come. */
const RECHECK_MS = 2_000

interface Options<Value> {
  file: string
  /** Where the last good one is kept over a restart. */
  copy: string
  /** @throws Error that says what is wrong with the text */
  parse: (text: string) => Value
  /** Says what is wrong with the value where it lies; "" when nothing is. */
  check: (value: Value) => string
  log: Logger
}

/** A file that others write, in the form that was good last. */
export interface LastGood<Value> {
  /** Undefined when there never was a good one. */
  read(): Value | undefined
  /** Why the file as it is now is not used; "" when it is. */
  problem(): string
}

const statOf = (file: string): string => {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat ? `${stat.mtimeMs}:${stat.size}` : 'missing'
}

/** Reads a file whenever it changes, and keeps what it held before when the new one must not be used. */
export function lastGood<Value>({ file, copy, parse, check, log }: Options<Value>): LastGood<Value> {
  const name = path.basename(file)
  let seen = ''
  let seenTime = 0
  let value: Value | undefined
  let problem = ''

  const load = (): Value => {
    if (!statSync(file, { throwIfNoEntry: false })) throw new Error(`${name} is missing; run \`pnpm build\``)
    const text = readFileSync(file, 'utf8')
    const fresh = parse(text)
    const wrong = check(fresh)
    if (wrong !== '') throw new Error(wrong)
    mkdirSync(path.dirname(copy), { recursive: true })
    writeFileSync(`${copy}.new`, text)
    renameSync(`${copy}.new`, copy)
    return fresh
  }

  const recall = (): Value | undefined => {
    if (!statSync(copy, { throwIfNoEntry: false })) return undefined
    try {
      return parse(readFileSync(copy, 'utf8'))
    } catch (error) {
      log.error({ err: error, file: copy }, 'the copy of the last good file cannot be used either')
      return undefined
    }
  }

  const look = () => {
    const found = statOf(file)
    const isDue = problem !== '' && Date.now() - seenTime > RECHECK_MS
    if (found === seen && !isDue) return
    seen = found
    seenTime = Date.now()
    try {
      value = load()
      problem = ''
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      // Said once, not at every visit.
      if (message !== problem) log.error({ file, reason: message }, 'a file of the console cannot be used')
      problem = message
      value ??= recall()
    }
  }

  return {
    read: () => {
      look()
      return value
    },
    problem: () => {
      look()
      return problem
    },
  }
}
