import path from 'node:path'
import { execa } from 'execa'
import { ROOT } from '../../build/workspace.ts'

/** Runs a command line as a process of its own, as CI does: only there can the bundler and an area's declaration be loaded. */
export async function releaseProcess(args: readonly string[], options: { cwd: string; env: Record<string, string> }) {
  const script = path.join(ROOT, 'scripts/release.ts')
  const result = await execa(process.execPath, [script, ...args], { ...options, reject: false, stdin: 'ignore' })
  return { exitCode: result.exitCode, stdout: result.stdout, stderr: result.stderr }
}

/** Stops a command line as soon as its build has begun, as Ctrl+C does. */
export async function stoppedBuild(
  args: readonly string[],
  options: { cwd: string; env: Record<string, string> },
  signal: NodeJS.Signals,
) {
  const script = path.join(ROOT, 'scripts/release.ts')
  const running = execa(process.execPath, [script, ...args], { ...options, reject: false, stdin: 'ignore' })
  let hadBegun = false
  running.stderr.on('data', (text: Buffer) => {
    if (hadBegun || !text.toString().includes('… building')) return
    hadBegun = true
    running.kill(signal)
  })
  const { exitCode } = await running
  return { exitCode, hadBegun }
}
