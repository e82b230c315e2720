import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import { ROOT } from '../build/workspace.ts'
import type { Comparison } from './benchmark.ts'

const FILE = path.join(ROOT, 'docs/benchmarks.md')

const INTRODUCTION = `# Benchmarks

\`pnpm bench\` runs all of them, \`pnpm bench cold-load\` one; each run appends its rows below. A ratio is ours divided by the
baseline named with it, measured in turns on the same machine in the same run, so that rows of different machines can be
compared. Nothing here is a timed test: a slow machine fails no build.

| benchmark | ours | baseline | target |
|---|---|---|---|
| \`cold-load\` | the deploy board, areas loaded at run time, empty cache | the same sources as one program | ≤ 1.10 |
| \`signed-in-list\` | p99 of a signed-in list, 50 connections | p99 of a bare Fastify route of the same size | < 5 |
| \`deploy\` | a deploy of 2,000 files over SSH | a shell script: fetch, rsync, switch the link | ≤ 1.25 to one server, < 1 to ten |
| \`terminal\` | an echo, a flood and 200 idle terminals of the console | the same shell read by ssh2 directly; 1 GiB | p95 ≤ 15 ms above, ≤ 1.5, ≤ 1 |
| \`redeploy-ten\` | a deploy that changes nothing on ten servers | git fetch, then rsync to all of them at once, by hand | ≤ 1.30 |

Times are medians unless they say p99. A commit with + had changes that were not committed yet.

| date | commit | cores | benchmark | ratio | target | result | figures |
|---|---|---|---|---|---|---|---|
`

/** Prints the comparisons and appends them to docs/benchmarks.md; answers whether all met their target. */
export async function report(comparisons: readonly Comparison[]): Promise<boolean> {
  if (!existsSync(FILE)) writeFileSync(FILE, INTRODUCTION)
  const date = new Date().toISOString().slice(0, 10)
  const commit = await commitName()
  for (const { name, ratio, target, figures } of comparisons) {
    const result = ratio <= target ? 'met' : '**missed**'
    const cells = [date, commit, availableParallelism(), name, ratio.toFixed(2), `≤ ${target}`, result, figures]
    appendFileSync(FILE, `| ${cells.join(' | ')} |\n`)
    console.log(`${name}: ${ratio.toFixed(2)} (target ≤ ${target}, ${ratio <= target ? 'met' : 'MISSED'}) — ${figures}`)
  }
  return comparisons.every(({ ratio, target }) => ratio <= target)
}

async function commitName(): Promise<string> {
  const { stdout } = await execa('git', ['describe', '--always', '--dirty=+'], { cwd: ROOT })
  return stdout
}
