import path from 'node:path'
import { execa } from 'execa'
import { ROOT } from '../../build/workspace.ts'

/** Runs a command line as a process of its own, as CI does: only there can the bundler and an area's declaration be loaded. */
export async function releaseProcess(args: readonly string[], options: { cwd: string; env: Record<string, string> }) {
  const script = path.join(ROOT, 'scripts/release.ts')
  const result = await execa(process.execPath, [script, ...args], { ...options, reject: false, stdin: 'ignore' })
  return { exitCode: result.exitCode, stdout: result.stdout, stderr: result.stderr }
}
