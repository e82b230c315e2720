import type { PlanChange } from '@windlass/shared-kit/contract/rollout'
import { programEnv } from '../../platform/programEnv.ts'
import { runProgram } from '../../platform/runProgram.ts'
import { StageError } from './deployError.ts'

/** Between the parts of a line of ours, so that nothing a project's options print is taken for one. */
const MARK = 'windlass|'
const LINE = /^windlass\|(\*deleting|[<>ch.][fdLDS][.+?a-zA-Z]{9}) *\|(\d*)\|(.*)$/

/** What rsync would do to one path. */
function readItem(line: string): PlanChange | undefined {
  const [, code = '', size = '', name = ''] = LINE.exec(line) ?? []
  // Folders come and go with what is in them.
  if (code === '' || name === '' || name === './' || name.endsWith('/')) return undefined
  if (code === '*deleting') return { action: 'delete', path: name, size: 0 }
  // A dot: only rights or times differ, and no content is sent.
  if (code.startsWith('.') || code.startsWith('h')) return undefined
  return { action: code.endsWith('+++++++++') ? 'add' : 'change', path: name, size: Number(size) }
}

/** A comparison that changes nothing. */
export interface Comparison {
  words: readonly string[]
  source: string
  /** Empty for one on this machine. */
  shell: readonly string[]
  destination: string
  env: Record<string, string>
  signal: AbortSignal
  timeoutMs: number
}

/** Runs rsync as the transfer would, but dry; every path that would be sent or deleted is taken. */
export async function itemize(comparison: Comparison, take: (change: PlanChange) => void): Promise<void> {
  const { words, source, shell, destination, env, signal, timeoutMs } = comparison
  let rest = ''
  const read = (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const change = readItem(line)
      if (change) take(change)
    }
  }
  const decoder = new TextDecoder()
  const own = ['--dry-run', '--itemize-changes', `--out-format=${MARK}%i|%l|%n`, '-s', ...shell]
  const result = await runProgram('rsync', [...words, ...own, '--', `${source}/`, destination], {
    cwd: source,
    env: { ...programEnv(), ...env, LC_ALL: 'C.UTF-8' },
    signal,
    timeoutMs,
    keepBytes: 4096,
    onOutput: (chunk, stream) => {
      if (stream === 'out') read(decoder.decode(chunk, { stream: true }))
    },
  })
  read('\n')
  if (result.isTimedOut) throw new StageError(`the comparison did not end within ${timeoutMs / 1000} s`)
  if (result.code !== 0) {
    const said = result.stderr.trim().split('\n').at(0)
    throw new StageError(result.startError || `rsync ended with exit status ${result.code}: ${said}`)
  }
}
